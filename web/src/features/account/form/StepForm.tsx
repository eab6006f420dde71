import type { ReactNode } from 'react'
import { Form, FormButtons, type FormProps } from '../../../components/form/Form'
import { Icon } from '../../../components/graphics/Icon'

interface StepFormProps {
  form: { props: FormProps; busy: boolean }
  /** The label of the submit button. */
  submit: string
  /** Goes to the group before; what was typed is kept. */
  onBack?: (() => void) | undefined
  children: ReactNode
}

/** One question group of the flow: the errors, the questions, Next and Back. */
export function StepForm({ form, submit, onBack, children }: StepFormProps) {
  return (
    <Form {...form.props}>
      {children}
      <FormButtons
        size="large"
        busy={form.busy}
        submit={
          <>
            {submit}
            <Icon name="arrowRight" small />
          </>
        }
        leave="Back"
        onLeave={onBack}
      />
    </Form>
  )
}
