import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiFailure } from '../../../../api/client/failure'
import { queryKeys } from '../../../../api/queries'
import { useSignIn } from '../../../../auth/sign-in'
import { LiveRegion } from '../../../../components/feedback/LiveRegion'
import { Card } from '../../../../components/layout/Card'
import { Form, FormButtons } from '../../../../components/form/Form'
import type { FormProblem } from '../../../../components/form/FormSummary'
import { Notice } from '../../../../components/feedback/Notice'
import { paths } from '../../../../paths'
import { useOperation } from '../../../../state/use-operation'
import { changePassword } from '../../api'
import { checkPassword } from '../../form/checks'
import { NewPasswordField } from '../../form/NewPasswordField'
import { PasswordField } from '../../form/PasswordField'
import { sentenceOf, useAccountForm } from '../../form/use-account-form'

/** A change that may have been made, and has then ended this session too. */
const perhapsSet = (error: ApiFailure): FormProblem => ({
  field: null,
  message: `${sentenceOf(error)} Your new password may be set already: if you are asked to sign in again, try it first.`,
})

/**
 * Changes the password. That ends every session, so this one signs in again; on the login page if a code is needed too.
 */
export function PasswordCard({ emailAddress }: { emailAddress: string }) {
  const [saved, setSaved] = useState(false)
  const { signIn } = useSignIn()
  const queries = useQueryClient()
  const { run } = useOperation((typed: { currentPassword: string; newPassword: string }) =>
    changePassword(typed.currentPassword, typed.newPassword),
  )
  const form = useAccountForm({
    initial: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }) => [
      ...(currentPassword === ''
        ? [{ field: 'currentPassword', message: 'Enter the password you use now.' }]
        : []),
      ...checkPassword('newPassword', newPassword),
    ],
    send: async (typed) => {
      setSaved(false)
      const changed = await run(typed)
      if (!changed.ok) return changed.error.status === 0 ? [perhapsSet(changed.error)] : changed.error
      const again = await signIn({ emailAddress, password: typed.newPassword })
      if (!again.ok) {
        window.location.assign(paths.login({ callbackUrl: paths.myProfile(), error: 'PasswordChanged' }))
        return
      }
      // The other sessions have ended, and so has a change of address that was not confirmed.
      void queries.invalidateQueries({ queryKey: queryKeys.devices })
      void queries.invalidateQueries({ queryKey: queryKeys.profile })
      form.reset()
      setSaved(true)
    },
  })
  return (
    <Card as="section" level={3} title="Password">
      <LiveRegion>
        {saved && <Notice tone="good">Your new password is set. You are signed out everywhere else.</Notice>}
      </LiveRegion>
      <Form {...form.props} aria-label="Password">
        <PasswordField field={form.field('currentPassword')} />
        <NewPasswordField {...form.field('newPassword')} />
        <FormButtons variant="secondary" busy={form.busy} submit="Change password" />
      </Form>
    </Card>
  )
}
