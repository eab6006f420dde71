import type { ReactNode, SubmitEventHandler } from 'react'
import { Button } from '../../../components/Button'
import { Form, FormActions } from '../../../components/Form'
import { Icon } from '../../../components/Icon'
import type { Problem } from './problems'

interface StepFormProps {
  problems: readonly Problem[]
  attempt: number
  /** The call is under way. */
  busy?: boolean
  /** The label of the submit button. */
  submit: string
  onSubmit: SubmitEventHandler<HTMLFormElement>
  /** To the group before; what was typed is kept. */
  onBack?: (() => void) | undefined
  children: ReactNode
}

/** One question group of the flow: the errors, the questions, Next and Back. */
export function StepForm({
  problems,
  attempt,
  busy = false,
  submit,
  onSubmit,
  onBack,
  children,
}: StepFormProps) {
  return (
    <Form problems={problems} attempt={attempt} onSubmit={onSubmit} aria-busy={busy}>
      {children}
      <FormActions>
        <Button type="submit" size="large" busy={busy}>
          {submit}
          <Icon name="arrowRight" small />
        </Button>
        {onBack !== undefined && (
          <Button variant="quiet" onClick={onBack}>
            Back
          </Button>
        )}
      </FormActions>
    </Form>
  )
}
