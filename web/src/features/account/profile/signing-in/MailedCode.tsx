import { Notice } from '../../../../components/feedback/Notice'
import type { TextFieldProps } from '../../../../components/form/TextField'
import { CodeField } from '../../sign-in/CodeField'

/** The code that staff get by e-mail, since somebody else may know the password. */
export function MailedCode(field: Omit<TextFieldProps, 'label'>) {
  return (
    <>
      <Notice tone="good" role="status" title="Have a look at your inbox">
        We have mailed a code to your account’s address. It works for ten minutes.
      </Notice>
      <CodeField {...field} kind="mail" />
    </>
  )
}
