import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Form, FormActions } from '../../../components/Form'
import type { Problem } from '../form/problems'
import { useAccountForm } from '../form/use-account-form'
import { CodeField } from './CodeField'
import { checkCode, cleanCode, type CodeKind } from './one-time-code'

const FIELDS = ['oneTimeCode'] as const

interface SecondStepProps {
  /** Signs in with the code; what comes back is shown. */
  onCode: (code: string) => Promise<Problem[]>
  onBack: () => void
}

/** The code after the password. A lost phone is no dead end: a recovery code does as well. */
export function SecondStep({ onCode, onBack }: SecondStepProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  const { form, field, problems, attempt, isSubmitting, onSubmit } = useAccountForm({
    fields: FIELDS,
    defaults: { oneTimeCode: '' },
    check: ({ oneTimeCode }) => checkCode('oneTimeCode', oneTimeCode, kind),
    send: ({ oneTimeCode }) => onCode(cleanCode(oneTimeCode)),
  })
  const turn = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
    form.reset({ oneTimeCode: '' })
    form.setFocus('oneTimeCode')
  }
  return (
    <Form
      problems={problems}
      attempt={attempt}
      onSubmit={onSubmit}
      aria-label="Second step"
      aria-busy={isSubmitting}
    >
      <CodeField {...field('oneTimeCode')} kind={kind} />
      <FormActions>
        <Button type="submit" size="large" busy={isSubmitting}>
          Sign in
        </Button>
        <Button variant="quiet" onClick={turn}>
          {kind === 'app' ? 'Use a recovery code' : 'Use the app instead'}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </FormActions>
    </Form>
  )
}
