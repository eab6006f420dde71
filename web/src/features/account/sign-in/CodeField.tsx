import { TextField, type TextFieldProps } from '../../../components/form/TextField'
import { CODE_LENGTH, type CodeKind } from './one-time-code'
import css from './sign-in.module.css'

/** `either`: a code from the app or a recovery code. */
type FieldKind = CodeKind | 'either'

const WORDS: Readonly<Record<FieldKind, { label: string; hint: string }>> = {
  app: { label: 'Code from your app', hint: `${CODE_LENGTH} digits. They change every half minute.` },
  mail: {
    label: 'Code from the e-mail',
    hint: `${CODE_LENGTH} digits. Your role opens other people’s data, so we check your address too.`,
  },
  either: { label: 'Code from your app', hint: `${CODE_LENGTH} digits, or one of your recovery codes.` },
  recovery: { label: 'Recovery code', hint: 'One of the ten you kept. Each works once.' },
}

/** A field for a one-time code or a recovery code; phones show digits and fill in codes from apps. */
export function CodeField({ kind = 'app', ...rest }: Omit<TextFieldProps, 'label'> & { kind?: FieldKind }) {
  const digits = kind === 'app' || kind === 'mail'
  return (
    <TextField
      {...rest}
      {...WORDS[kind]}
      className={css.code}
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}
