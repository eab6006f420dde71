import { TextField, type TextFieldProps } from '../../../components/TextField'
import { CODE_LENGTH, type CodeKind } from './one-time-code'
import css from './sign-in.module.css'

/** One line for a one-time code or a recovery code; the phone offers digits and what its app knows. */
export function CodeField({ kind = 'app', ...rest }: Omit<TextFieldProps, 'label'> & { kind?: CodeKind }) {
  const app = kind === 'app'
  return (
    <TextField
      {...rest}
      label={app ? 'Code from your app' : 'Recovery code'}
      hint={
        app
          ? `${CODE_LENGTH} digits. They change every half minute.`
          : 'One of the ten you kept. Each works once.'
      }
      className={css.code}
      inputMode={app ? 'numeric' : 'text'}
      autoComplete={app ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
    />
  )
}
