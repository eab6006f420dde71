import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useAuth } from '../../../auth/SessionProvider'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Form, FormActions } from '../../../components/Form'
import { Notice } from '../../../components/Notice'
import { TextField } from '../../../components/TextField'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { changePassword } from '../api'
import { checkPassword } from '../form/checks'
import css from '../form/form.module.css'
import { PasswordMeter } from '../form/PasswordMeter'
import { useAccountForm } from '../form/use-account-form'
import { failureProblems } from '../use-sign-up'

const FIELDS = ['currentPassword', 'newPassword'] as const

/**
 * Changes the password. Every session ends with it, so this one is signed in anew; where that takes a code too, on the
 * login page.
 */
export function PasswordCard({ emailAddress }: { emailAddress: string }) {
  const [saved, setSaved] = useState(false)
  const { signIn } = useAuth()
  const { run } = useOperation((typed: { currentPassword: string; newPassword: string }) =>
    changePassword(typed.currentPassword, typed.newPassword),
  )
  const { form, field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: FIELDS,
    defaults: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }) => [
      ...(currentPassword === ''
        ? [{ field: 'currentPassword', message: 'Enter the password you use now.' }]
        : []),
      ...checkPassword('newPassword', newPassword),
    ],
    send: async (typed) => {
      setSaved(false)
      const changed = await run(typed)
      if (!changed.ok) return failureProblems(changed.error, FIELDS)
      const again = await signIn({ emailAddress, password: typed.newPassword })
      if (!again.ok) {
        window.location.assign(paths.login({ callbackUrl: paths.myProfile(), error: 'PasswordChanged' }))
        return []
      }
      form.reset()
      setSaved(true)
      return []
    },
  })
  const typed = useWatch({ control: form.control, name: 'newPassword' })
  return (
    <Card as="section" level={3} title="Password">
      {saved && (
        <Notice tone="good" role="status">
          Your new password is set. You are signed out everywhere else.
        </Notice>
      )}
      <Form
        problems={problems}
        attempt={attempt}
        onSubmit={onSubmit}
        aria-label="Password"
        aria-busy={isSubmitting}
      >
        <TextField {...field('currentPassword')} type="password" autoComplete="current-password" />
        <div className={css.withMeter}>
          <TextField {...field('newPassword')} type="password" autoComplete="new-password" />
          <PasswordMeter password={typed} refused={field('newPassword').error !== undefined} />
        </div>
        <FormActions>
          <Button type="submit" variant="secondary" busy={isSubmitting}>
            Change password
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
