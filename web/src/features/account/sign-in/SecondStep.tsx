import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Form, FormButtons } from '../../../components/form/Form'
import { focusField, type FormProblem } from '../../../components/form/FormSummary'
import { useAccountForm } from '../form/use-account-form'
import { CodeField } from './CodeField'
import { checkCode, cleanCode, type CodeKind } from './one-time-code'

interface SecondStepProps {
  /** Signs in with the code; returned problems are shown. */
  onCode: (code: string) => Promise<FormProblem[]>
  onBack: () => void
}

/** The code after the password. If the phone is lost, a recovery code works too. */
export function SecondStep({ onCode, onBack }: SecondStepProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  const form = useAccountForm({
    initial: { oneTimeCode: '' },
    check: ({ oneTimeCode }) => checkCode('oneTimeCode', oneTimeCode, kind),
    send: ({ oneTimeCode }) => onCode(cleanCode(oneTimeCode)),
  })
  const turn = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    form.reset()
    focusField('oneTimeCode')
  }
  return (
    <Form {...form.props} aria-label="Second step">
      <CodeField {...form.field('oneTimeCode')} kind={kind} />
      <FormButtons
        size="large"
        busy={form.busy}
        submit="Sign in"
        leave={kind === 'app' ? 'Use a recovery code' : 'Use the app instead'}
        onLeave={turn}
      >
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </FormButtons>
    </Form>
  )
}
