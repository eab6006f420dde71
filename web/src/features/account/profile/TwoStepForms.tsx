import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/Cluster'
import { Dialog } from '../../../components/Dialog'
import { Form, FormActions } from '../../../components/Form'
import { Icon } from '../../../components/Icon'
import { Notice } from '../../../components/Notice'
import { QrCode } from '../../../components/QrCode'
import { useSiteTitle } from '../../../components/site-title'
import { TextField } from '../../../components/TextField'
import { useOperation } from '../../../state/use-operation'
import { beginSecondFactor, confirmSecondFactor, dropSecondFactor, type NewSecondFactor } from '../api'
import form from '../form/form.module.css'
import { missingPassword } from '../form/problems'
import { CodeField } from '../sign-in/CodeField'
import { checkCode, cleanCode } from '../sign-in/one-time-code'
import { useAccountForm } from '../form/use-account-form'
import { failureProblems } from '../use-sign-up'
import { CopyButton } from './CopyButton'
import css from './profile.module.css'
import { saveFile } from '../../../components/save-file'
import { codesFile, grouped } from './second-factor'

/** Where we are. It takes the focus, for the button that led here is gone. */
function StepLine({ at }: { at: number }) {
  const focus = (line: HTMLParagraphElement | null) => line?.focus({ preventScroll: true })
  return (
    <p key={at} ref={focus} tabIndex={-1} className={form.aside}>
      Step {at} of 3
    </p>
  )
}

interface PasswordStepProps {
  onBegun: (begun: NewSecondFactor) => void
  onCancel: () => void
}

interface Proof {
  password: string
  mailedCode: string
}

/** Step 1: it is really you. The team is mailed a code as well, since a password alone may be somebody else's by now. */
export function PasswordStep({ onBegun, onCancel }: PasswordStepProps) {
  const [mailed, setMailed] = useState(false)
  const { run } = useOperation(({ password, mailedCode }: Proof) =>
    beginSecondFactor(password, mailed ? cleanCode(mailedCode) : undefined),
  )
  const { field, problems, attempt, isSubmitting, onSubmit } = useAccountForm<Proof>({
    fields: ['password', 'mailedCode'] as const,
    defaults: { password: '', mailedCode: '' },
    check: ({ password, mailedCode }) => [
      ...missingPassword(password),
      ...(mailed ? checkCode('mailedCode', mailedCode, 'mail') : []),
    ],
    send: async (proof) => {
      const begun = await run(proof)
      if (begun.ok) {
        onBegun(begun.data)
        return []
      }
      if (begun.error.errorCode !== 'MAILED_CODE_NEEDED')
        return failureProblems(begun.error, ['password', 'mailedCode'])
      setMailed(true)
      return []
    },
  })
  return (
    <Form
      problems={problems}
      attempt={attempt}
      onSubmit={onSubmit}
      aria-label="Turn on two-step sign-in"
      aria-busy={isSubmitting}
    >
      <StepLine at={1} />
      <TextField
        {...field('password')}
        hint="First, show us it’s you."
        type="password"
        autoComplete="current-password"
      />
      {mailed && (
        <>
          <Notice tone="good" role="status" title="Have a look at your inbox">
            We have mailed you a code. It works for ten minutes.
          </Notice>
          <CodeField {...field('mailedCode')} kind="mail" />
        </>
      )}
      <FormActions>
        <Button type="submit" busy={isSubmitting}>
          Next
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}

interface ConfirmStepProps {
  begun: NewSecondFactor
  onConfirmed: (codes: readonly string[]) => void
  onCancel: () => void
}

/** Step 2: the secret goes into the app, the app's first code comes back. */
export function ConfirmStep({ begun, onConfirmed, onCancel }: ConfirmStepProps) {
  const { run } = useOperation(confirmSecondFactor)
  const { field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: ['oneTimeCode'] as const,
    defaults: { oneTimeCode: '' },
    check: ({ oneTimeCode }) => checkCode('oneTimeCode', oneTimeCode, 'app'),
    send: async ({ oneTimeCode }) => {
      const confirmed = await run(cleanCode(oneTimeCode))
      if (!confirmed.ok) return failureProblems(confirmed.error, ['oneTimeCode'])
      onConfirmed(confirmed.data.recoveryCodes)
      return []
    },
  })
  return (
    <Form
      problems={problems}
      attempt={attempt}
      onSubmit={onSubmit}
      aria-label="Confirm the code"
      aria-busy={isSubmitting}
    >
      <StepLine at={2} />
      <Cluster gap={5} align="start">
        <div className={css.qr}>
          <QrCode text={begun.otpauthUrl} label="QR code for your authenticator app" />
        </div>
        <div className={css.scanText}>
          <p>
            Scan this with your authenticator app. On this very phone, or no camera? Type the key by hand:
          </p>
          <p className={css.secret}>{grouped(begun.secret)}</p>
          <div className={form.actions}>
            <CopyButton text={begun.secret} label="Copy the key" />
          </div>
        </div>
      </Cluster>
      <CodeField {...field('oneTimeCode')} />
      <FormActions>
        <Button type="submit" busy={isSubmitting}>
          Confirm
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}

interface KeepCodesStepProps {
  codes: readonly string[]
  emailAddress: string
  onDone: () => void
}

/** Step 3: the way in without the phone. */
export function KeepCodesStep({ codes, emailAddress, onDone }: KeepCodesStepProps) {
  const site = useSiteTitle()
  return (
    <>
      <StepLine at={3} />
      <Notice tone="good" role="status" title="Two-step sign-in is on">
        Keep these recovery codes where your phone is not. Each gets you in once. They are shown only now.
      </Notice>
      <ul className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={form.actions}>
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(
              'recovery-codes.txt',
              new Blob([codesFile(codes, site, emailAddress)], { type: 'text/plain' }),
            )
          }
        >
          <Icon name="download" small />
          Download
        </Button>
        <CopyButton text={codes.join('\n')} label="Copy" />
      </div>
      <div className={form.actions}>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </>
  )
}

interface TurnOffDialogProps {
  open: boolean
  required: boolean
  onClose: () => void
  onDone: () => void
}

const OFF_FIELDS = ['password', 'oneTimeCode'] as const

/** Turning it off takes both steps once more. */
export function TurnOffDialog({ open, required, onClose, onDone }: TurnOffDialogProps) {
  const { run } = useOperation((typed: { password: string; oneTimeCode: string }) =>
    dropSecondFactor(typed.password, cleanCode(typed.oneTimeCode)),
  )
  const {
    form: state,
    field,
    problems,
    attempt,
    isSubmitting,
    onSubmit,
  } = useAccountForm({
    fields: OFF_FIELDS,
    defaults: { password: '', oneTimeCode: '' },
    check: ({ password, oneTimeCode }) => [
      ...missingPassword(password),
      ...checkCode('oneTimeCode', oneTimeCode, 'recovery').map((problem) => ({
        ...problem,
        message: 'Enter a code from your app, or a recovery code.',
      })),
    ],
    send: async (typed) => {
      const dropped = await run(typed)
      if (!dropped.ok) return failureProblems(dropped.error, OFF_FIELDS)
      state.reset()
      onDone()
      return []
    },
  })
  return (
    <Dialog open={open} onClose={onClose} role="alertdialog" title="Turn off two-step sign-in?">
      <p>
        From then on your password alone opens your account, and your recovery codes stop working.
        {required && ' The team’s pages close until you turn it on again.'}
      </p>
      <Form
        problems={problems}
        attempt={attempt}
        onSubmit={onSubmit}
        aria-label="Turn off two-step sign-in"
        aria-busy={isSubmitting}
      >
        <TextField {...field('password')} hint={undefined} type="password" autoComplete="current-password" />
        <CodeField {...field('oneTimeCode')} kind="either" />
        <FormActions>
          <Button type="submit" variant="danger" busy={isSubmitting}>
            Turn it off
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep it on
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
