import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { Notice } from '../../../components/feedback/Notice'
import { Form, FormButtons } from '../../../components/form/Form'
import { TextField } from '../../../components/form/TextField'
import textStyles from '../../../components/text.module.css'
import { useAlert } from '../../../state/alert-store'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useOperation } from '../../../state/use-operation'
import code from '../sign-in/sign-in.module.css'
import { useAccountForm } from '../form/use-account-form'
import { confirmEmail } from '../api'
import { codeSent, useKeepEmail, useSendCode } from './use-email'

const DIGITS = 6

const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

/** Takes the six digits of the mail. */
export function CodeDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const show = useAlert((state) => state.show)
  const keep = useKeepEmail()
  const { run } = useOperation(confirmEmail)
  const send = useSendCode()
  const form = useAccountForm({
    initial: { oneTimeCode: '' },
    check: ({ oneTimeCode }) =>
      /^\d+$/.test(digitsOf(oneTimeCode)) && digitsOf(oneTimeCode).length === DIGITS
        ? []
        : [{ field: 'oneTimeCode', message: 'The code has six digits.' }],
    send: async ({ oneTimeCode }) => {
      const confirmed = await run(digitsOf(oneTimeCode))
      if (!confirmed.ok) return confirmed.error
      // Where there is nothing to confirm any more, the server answers with what is so now.
      const { emailAddress, confirmed: isConfirmed } = confirmed.data
      show(
        isConfirmed && emailAddress === address
          ? { tone: 'good', message: `Thanks. ${address} is confirmed.` }
          : {
              tone: 'info',
              message: `The change to ${address} was taken back. Your address is ${emailAddress}.`,
            },
      )
      onClose()
      keep(confirmed.data)
    },
  })
  return (
    <Dialog open title="Enter the code" onClose={onClose}>
      <p className={textStyles.anywhere}>
        It&rsquo;s in the e-mail we sent to <strong>{address}</strong>. Nothing there? Look in your spam
        folder.
      </p>
      {/* Here and not as an alert, which would be behind the dialog. */}
      <div role="status">
        {send.status === 'succeeded' && <Notice tone="good">{codeSent(address)}</Notice>}
      </div>
      <ErrorNotice error={send.error} />
      <Form {...form.props}>
        <TextField
          {...form.field('oneTimeCode')}
          label="Code from the e-mail"
          hint="Six digits."
          className={code.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
        />
        <FormButtons busy={form.busy} submit="Confirm">
          <Button
            variant="quiet"
            busy={send.status === 'loading'}
            onClick={() => {
              form.reset()
              void send.run()
            }}
          >
            Send again
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
