import { useState } from 'react'
import { errorSentence } from '../../../api/errors'
import { useAuth } from '../../../auth/SessionProvider'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Dialog } from '../../../components/Dialog'
import { Form, FormActions } from '../../../components/Form'
import { Icon } from '../../../components/Icon'
import { Notice } from '../../../components/Notice'
import { TextField } from '../../../components/TextField'
import { useOperation } from '../../../state/use-operation'
import { deleteAccount } from '../calls'
import css from '../form.module.css'
import { useAccountForm } from '../use-account-form'
import { failureProblems } from '../use-sign-up'

const FIELDS = ['password'] as const

/** The way out, for today or for good. */
export function LeaveCard() {
  const [asking, setAsking] = useState(false)
  const { signOut } = useAuth()
  const out = useOperation(signOut)
  return (
    <Card as="section" title="Leave">
      {out.error !== null && (
        <Notice tone="problem" role="alert">
          {errorSentence(out.error)}
        </Notice>
      )}
      <div className={css.actions}>
        <Button variant="secondary" busy={out.status === 'loading'} onClick={() => void out.run()}>
          <Icon name="logout" small />
          Log out
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteDialog open={asking} onClose={() => setAsking(false)} />
    </Card>
  )
}

function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { signOut } = useAuth()
  const { run } = useOperation(deleteAccount)
  const { field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: FIELDS,
    defaults: { password: '' },
    check: ({ password }) =>
      password === '' ? [{ field: 'password', message: 'Enter your password.' }] : [],
    send: async ({ password }) => {
      const deleted = await run(password)
      if (!deleted.ok) return failureProblems(deleted.error, FIELDS)
      await signOut()
      return []
    },
  })
  return (
    <Dialog open={open} onClose={onClose} role="alertdialog" title="Delete your account?">
      <p>This is final. The moment you confirm:</p>
      <ul className={css.list}>
        <li>your personal and health data is erased,</li>
        <li>your open booking is cancelled and its place goes to someone else,</li>
        <li>your results leave the boards and stay without a name.</li>
      </ul>
      <Form
        problems={problems}
        attempt={attempt}
        onSubmit={onSubmit}
        aria-label="Delete your account"
        aria-busy={isSubmitting}
      >
        <TextField
          {...field('password')}
          hint="To be sure that it is you."
          type="password"
          autoComplete="current-password"
        />
        <FormActions>
          <Button type="submit" variant="danger" busy={isSubmitting}>
            Delete for good
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep my account
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
