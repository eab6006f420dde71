import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../../../api/queries'
import { Button } from '../../../../components/Button'
import { Cluster } from '../../../../components/layout/Cluster'
import { Dialog } from '../../../../components/dialog/Dialog'
import { Form, FormButtons } from '../../../../components/form/Form'
import { Icon } from '../../../../components/graphics/Icon'
import { Notice } from '../../../../components/feedback/Notice'
import { QrCode } from '../../../../components/graphics/QrCode'
import { useSiteTitle } from '../../../../components/site-title'
import { Stack } from '../../../../components/layout/Stack'
import { useOperation } from '../../../../state/use-operation'
import { beginSecondFactor, confirmSecondFactor, dropSecondFactor, type NewSecondFactor } from '../../api'
import layout from '../../form/form.module.css'
import { missingPassword } from '../../form/problems'
import { CodeField } from '../../sign-in/CodeField'
import { checkCode, cleanCode } from '../../sign-in/one-time-code'
import { PasswordField } from '../../form/PasswordField'
import { useAccountForm } from '../../form/use-account-form'
import { CopyButton } from '../CopyButton'
import css from '../profile.module.css'
import { saveFile } from '../../../../components/save-file'
import { Grid } from '../../../../components/layout/Grid'
import { MailedCode } from './MailedCode'
import { codesFile, grouped } from './second-factor'
import { useMailedCode } from './use-mailed-code'

const focus = (line: HTMLParagraphElement | null) => line?.focus({ preventScroll: true })

/** The current step. It takes the focus, since the button that led here is gone. */
function StepLine({ at }: { at: number }) {
  return (
    <p key={at} ref={focus} tabIndex={-1} className={layout.aside}>
      Step {at} of 3
    </p>
  )
}

interface PasswordStepProps {
  /** Whether the account has a password of ours, which turning it on and off asks for. */
  withPassword: boolean
  onBegun: (begun: NewSecondFactor) => void
  onCancel: () => void
}

/**
 * Step 1: confirm the password; without one, a recent sign-in is enough. Staff get a code by e-mail too, since somebody else
 * may know the password.
 */
export function PasswordStep({ withPassword, onBegun, onCancel }: PasswordStepProps) {
  const code = useMailedCode()
  const { run } = useOperation(({ password, mailedCode }: { password: string; mailedCode?: string }) =>
    beginSecondFactor(withPassword ? password : null, mailedCode),
  )
  const form = useAccountForm({
    initial: { password: '', mailedCode: '' },
    check: ({ password, mailedCode }) => [
      ...(withPassword ? missingPassword(password) : []),
      ...code.check(mailedCode),
    ],
    send: async (typed) => {
      const { password, mailedCode } = typed
      const begun = await run({ password, ...code.proof(mailedCode) })
      if (begun.ok) {
        code.markAccepted()
        onBegun(begun.data)
        return undefined
      }
      if (!code.isAsked(begun.error)) return begun.error
      form.follow({ ...typed, mailedCode: '' }, typed)
      return undefined
    },
  })
  const askAgain = () => {
    const { password } = form.values
    form.reset({ password, mailedCode: '' })
    return run({ password })
  }
  return (
    <Form {...form.props} aria-label="Turn on two-step sign-in">
      <StepLine at={1} />
      {withPassword ? (
        <PasswordField field={form.field('password')} hint="First, show us it’s you." />
      ) : (
        <p>You have no password, so a fresh sign-in shows us it’s you.</p>
      )}
      {code.mailed && <MailedCode {...form.field('mailedCode')} askAgain={askAgain} />}
      <FormButtons busy={form.busy} submit="Next" onLeave={onCancel} />
    </Form>
  )
}

interface ConfirmStepProps {
  begun: NewSecondFactor
  onConfirmed: (codes: readonly string[]) => void
  /** The server has nothing to confirm: it is on already, or what was begun is gone. */
  onNothingToConfirm: () => void
  onCancel: () => void
}

/** Step 2: the secret goes into the app, whose first code is typed here. */
export function ConfirmStep({ begun, onConfirmed, onNothingToConfirm, onCancel }: ConfirmStepProps) {
  const { run } = useOperation(confirmSecondFactor)
  const form = useAccountForm({
    initial: { oneTimeCode: '' },
    check: ({ oneTimeCode }) => checkCode('oneTimeCode', oneTimeCode, 'app'),
    send: async ({ oneTimeCode }) => {
      const confirmed = await run(cleanCode(oneTimeCode))
      if (!confirmed.ok) {
        if (confirmed.error.errorCode === 'SECOND_FACTOR_NOT_BEGUN') onNothingToConfirm()
        return confirmed.error
      }
      onConfirmed(confirmed.data.recoveryCodes)
    },
  })
  return (
    <Form {...form.props} aria-label="Confirm the code">
      <StepLine at={2} />
      <Cluster gap={5} align="start">
        <div className={css.qr}>
          <QrCode text={begun.otpauthUrl} label="QR code for your authenticator app" />
        </div>
        <Stack gap={3} shrink className={css.scanText}>
          <p>
            Scan this with your authenticator app. Is the app on this phone?{' '}
            {begun.otpauthUrl.startsWith('otpauth:') && (
              <a href={begun.otpauthUrl}>Open in my authenticator app</a>
            )}
          </p>
          <p>Or type the key in:</p>
          <p className={css.secret}>{grouped(begun.secret)}</p>
          <div className={layout.actions}>
            <CopyButton text={begun.secret} label="Copy the key" />
          </div>
        </Stack>
      </Cluster>
      <CodeField {...form.field('oneTimeCode')} />
      <FormButtons busy={form.busy} submit="Confirm" onLeave={onCancel} />
    </Form>
  )
}

interface KeepCodesStepProps {
  codes: readonly string[]
  emailAddress: string
  onDone: () => void
}

/** Step 3: the recovery codes, for signing in without the phone. */
export function KeepCodesStep({ codes, emailAddress, onDone }: KeepCodesStepProps) {
  const site = useSiteTitle()
  return (
    <>
      <StepLine at={3} />
      <Notice tone="good" role="status" title="Two-step sign-in is on">
        Keep these recovery codes somewhere other than your phone. Each gets you in once, and we cannot show
        them again.
      </Notice>
      <Grid as="ul" gap={[2, 3]} least={7.5} className={css.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Grid>
      <div className={layout.actions}>
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
      <div className={layout.actions}>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </>
  )
}

interface TurnOffDialogProps {
  required: boolean
  withPassword: boolean
  onClose: () => void
  onDone: () => void
}

/** Turning it off needs both steps again. */
export function TurnOffDialog({ required, withPassword, onClose, onDone }: TurnOffDialogProps) {
  // Where single sign-on is the only way in, nobody is asked for a code.
  const onlySso = useQuery(configQuery()).data?.authMode === 'sso'
  const { run } = useOperation((typed: { password: string; oneTimeCode: string }) =>
    dropSecondFactor(withPassword ? typed.password : null, cleanCode(typed.oneTimeCode)),
  )
  const form = useAccountForm({
    initial: { password: '', oneTimeCode: '' },
    check: ({ password, oneTimeCode }) => [
      ...(withPassword ? missingPassword(password) : []),
      ...checkCode('oneTimeCode', oneTimeCode, 'recovery').map((problem) => ({
        ...problem,
        message: 'Enter a code from your app, or a recovery code.',
      })),
    ],
    send: async (typed) => {
      const dropped = await run(typed)
      // It is off already: turned off elsewhere, or by a try whose answer was lost.
      if (!dropped.ok && dropped.error.status !== 404) return dropped.error
      onDone()
    },
  })
  return (
    <Dialog open onClose={onClose} role="alertdialog" title="Turn off two-step sign-in?">
      {onlySso ? (
        <p>Your recovery codes stop working. Nothing changes about how you sign in.</p>
      ) : (
        <p>
          From then on {withPassword ? 'your password' : 'a link by e-mail'} alone opens your account, and
          your recovery codes stop working.
          {required && ' The team’s pages close until you turn it on again.'}
        </p>
      )}
      <Form {...form.props} aria-label="Turn off two-step sign-in">
        {withPassword && <PasswordField field={form.field('password')} />}
        <CodeField {...form.field('oneTimeCode')} kind="either" />
        <FormButtons
          variant="danger"
          busy={form.busy}
          submit="Turn it off"
          leave="Keep it on"
          onLeave={onClose}
        />
      </Form>
    </Dialog>
  )
}
