import { Button } from '../../../../components/Button'
import { Notice } from '../../../../components/feedback/Notice'
import type { TextFieldProps } from '../../../../components/form/TextField'
import { ErrorNotice } from '../../../../state/ErrorNotice'
import type { Outcome } from '../../../../state/operation'
import { useOperation } from '../../../../state/use-operation'
import layout from '../../form/form.module.css'
import { CodeField } from '../../sign-in/CodeField'

interface MailedCodeProps extends Omit<TextFieldProps, 'label'> {
  /** Makes the call without a code: the server mails a new one, and says that it is needed. */
  askAgain: () => Promise<Outcome<unknown>>
}

/** The code that staff get by e-mail, since somebody else may know the password. */
export function MailedCode({ askAgain, ...field }: MailedCodeProps) {
  const again = useOperation(async () => {
    const asked = await askAgain()
    if (!asked.ok && asked.error.errorCode !== 'MAILED_CODE_NEEDED') throw asked.error
  })
  return (
    <>
      <Notice tone="good" role="status" title="Have a look at your inbox">
        We have mailed {again.status === 'succeeded' ? 'a new code' : 'a code'} to your account’s address. It
        works for ten minutes.
      </Notice>
      <ErrorNotice error={again.error} />
      <CodeField {...field} kind="mail" />
      <div className={layout.actions}>
        <Button variant="quiet" busy={again.status === 'loading'} onClick={() => void again.run()}>
          Send a new code
        </Button>
      </div>
    </>
  )
}
