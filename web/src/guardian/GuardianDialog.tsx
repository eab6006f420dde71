import { normaliseFailure } from '../api/client/failure'
import { errorSentence } from '../api/error-sentence'
import { Dialog } from '../components/dialog/Dialog'
import { Form, FormButtons } from '../components/form/Form'
import { TextField } from '../components/form/TextField'
import { useForm } from '../components/form/use-form'
import { DidYouMean } from '../state/DidYouMean'
import type { GuardianLetterState } from './use-guardian-letter'
import { refusalWords } from './words'

interface GuardianDialogProps {
  send: GuardianLetterState['send']
  onSent: () => void
  onClose: () => void
}

/** Asks for the address of another parent or guardian and sends the letter there. */
export function GuardianDialog({ send, onSent, onClose }: GuardianDialogProps) {
  const form = useForm({
    initial: { guardianEmail: '' },
    check: ({ guardianEmail }) =>
      guardianEmail.trim() === ''
        ? [{ field: 'guardianEmail', message: 'Enter an e-mail address like name@example.com.' }]
        : [],
    sentenceOf: (cause) => errorSentence(normaliseFailure(cause)),
    send: async ({ guardianEmail }) => {
      const sent = await send(guardianEmail.trim())
      if (!sent.ok)
        return [
          {
            field: sent.error.field === 'guardianEmail' ? 'guardianEmail' : null,
            message: refusalWords(sent.error),
          },
        ]
      onSent()
    },
  })
  return (
    <Dialog open title="Your parent or guardian" onClose={onClose}>
      <p>
        We send them a link. If we wrote to another address before, the link in that e-mail stops working.
      </p>
      <Form {...form.props}>
        <div>
          <TextField
            {...form.field('guardianEmail')}
            label="Parent or guardian’s e-mail"
            hint="They confirm before your first booking."
            type="email"
            autoComplete="off"
          />
          <DidYouMean
            address={form.values.guardianEmail}
            onAccept={(guardianEmail) => form.set({ guardianEmail })}
          />
        </div>
        <FormButtons busy={form.busy} submit="Send the e-mail" onLeave={onClose} />
      </Form>
    </Dialog>
  )
}
