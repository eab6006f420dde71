import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Form, FormActions } from '../../../components/Form'
import { TextField } from '../../../components/TextField'
import textStyles from '../../../components/text.module.css'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import code from '../sign-in/sign-in.module.css'
import { useAccountForm } from '../form/use-account-form'
import { failureProblems } from '../use-sign-up'
import { confirmEmail } from '../api'
import { useKeepEmail, useSendCode } from './use-email'

const FIELDS = ['oneTimeCode'] as const
const DIGITS = 6

const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

/** Takes the six digits of the mail. */
export function CodeDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const show = useAlert((state) => state.show)
  const keep = useKeepEmail()
  const { run } = useOperation(confirmEmail)
  const send = useSendCode(address)
  const { field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: FIELDS,
    defaults: { oneTimeCode: '' },
    check: ({ oneTimeCode }) =>
      /^\d+$/.test(digitsOf(oneTimeCode)) && digitsOf(oneTimeCode).length === DIGITS
        ? []
        : [{ field: 'oneTimeCode', message: 'The code has six digits.' }],
    send: async ({ oneTimeCode }) => {
      const confirmed = await run(digitsOf(oneTimeCode))
      if (!confirmed.ok) return failureProblems(confirmed.error, FIELDS)
      show({ tone: 'good', message: `Thanks. ${address} is confirmed.` })
      onClose()
      keep(confirmed.data)
      return []
    },
  })
  return (
    <Dialog open title="Enter the code" onClose={onClose}>
      <p className={textStyles.anywhere}>
        It&rsquo;s in the e-mail we sent to <strong>{address}</strong>. Nothing there? Look in your spam
        folder.
      </p>
      <Form problems={problems} attempt={attempt} onSubmit={onSubmit} aria-busy={isSubmitting}>
        <TextField
          {...field('oneTimeCode')}
          label="Code from the e-mail"
          hint="Six digits."
          className={code.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
        />
        <FormActions>
          <Button type="submit" busy={isSubmitting}>
            Confirm
          </Button>
          <Button variant="quiet" busy={send.status === 'loading'} onClick={() => void send.run()}>
            Send again
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
