import { paths } from '../../../paths'
import { useSignUpDraft } from '../draft'
import { sayDate } from '../form/birth-date'
import { NameFields } from '../form/DetailFields'
import css from '../form/form.module.css'
import { StepForm } from '../form/StepForm'
import { useDraftForm } from './use-draft-form'

const FIELDS = ['firstName', 'lastName', 'gender'] as const

interface PersonGroupProps {
  stored: string
  onBack: () => void
  onDone: () => void
}

/** Who is this athlete? The date of birth is already known and only shown; `stored` is the one in the profile. */
export function PersonGroup({ stored, onBack, onDone }: PersonGroupProps) {
  const dateOfBirth = useSignUpDraft(({ draft }) => draft.dateOfBirth)
  const form = useDraftForm(FIELDS, () => {
    onDone()
    return []
  })
  return (
    <StepForm form={form} submit="Next" onBack={onBack}>
      <NameFields field={form.field} />
      <p className={css.fact}>
        <span>
          Born <strong>{sayDate(dateOfBirth || stored)}</strong>
        </span>
        <a href={paths.register()}>Change date of birth</a>
      </p>
    </StepForm>
  )
}
