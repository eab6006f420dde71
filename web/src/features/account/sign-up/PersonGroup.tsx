import { RadioGroup } from '../../../components/RadioGroup'
import { TextField } from '../../../components/TextField'
import { paths } from '../../../paths'
import { sayDate } from '../form/birth-date'
import { checkFields } from '../form/checks'
import { useSignUpDraft } from '../draft'
import { GENDERS } from '../../../academy/choices'
import css from '../form/form.module.css'
import { StepForm } from '../form/StepForm'
import { useAccountForm } from '../form/use-account-form'

const FIELDS = ['firstName', 'lastName', 'gender'] as const

type Person = {
  firstName: string
  lastName: string
  gender: string
}

/** Who is this athlete? The date of birth is known already and only shown. */
export function PersonGroup({ onDone }: { onDone: () => void }) {
  const { draft, keep } = useSignUpDraft()
  const { field, ...step } = useAccountForm<Person>({
    fields: FIELDS,
    defaults: { firstName: draft.firstName, lastName: draft.lastName, gender: draft.gender },
    check: (values) => checkFields(values, FIELDS),
    send: (values) => {
      keep(values)
      onDone()
      return []
    },
    onTyped: keep,
  })
  return (
    <StepForm {...step} busy={step.isSubmitting} submit="Next">
      <div className={css.pair}>
        <TextField {...field('firstName')} autoComplete="given-name" />
        <TextField {...field('lastName')} autoComplete="family-name" />
      </div>
      <RadioGroup {...field('gender')} options={GENDERS} inline />
      <p className={css.fact}>
        <span>
          Born <strong>{sayDate(draft.dateOfBirth)}</strong>
        </span>
        <a href={paths.register()}>Change date of birth</a>
      </p>
    </StepForm>
  )
}
