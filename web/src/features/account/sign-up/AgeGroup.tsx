import { Controller, useWatch } from 'react-hook-form'
import { londonToday } from '../../../academy/london'
import { TextField } from '../../../components/TextField'
import { padDate, yearsBetween } from '../form/birth-date'
import { BirthDateField } from '../form/BirthDateField'
import { checkAge } from '../form/checks'
import { DidYouMean } from '../email/DidYouMean'
import { useSignUpDraft } from '../draft'
import { HINTS, LABELS } from '../form/fields'
import { useScreeningAnswers } from '../screening'
import { StepForm } from '../form/StepForm'
import { useAccountForm } from '../form/use-account-form'

const FIELDS = ['dateOfBirth', 'guardianEmail'] as const
/** Younger than that nobody takes part, with a guardian or without. */
const YOUNGEST = 16
const ADULT = 18

/** Whether the guardian's field shows; whether it must be filled in is the rules' call. */
function isUnderAge(dateOfBirth: string): boolean {
  const years = yearsBetween(dateOfBirth, londonToday())
  return years !== null && years >= YOUNGEST && years < ADULT
}

interface Age {
  dateOfBirth: string
  guardianEmail: string
}

/** Is this athlete 16 to 99, and who confirms for those under 18? `stored` is the date a profile has already. */
export function AgeGroup({ stored, onDone }: { stored: string; onDone: () => void }) {
  const { draft, keep } = useSignUpDraft()
  const answer = useScreeningAnswers((state) => state.answer)
  const { form, field, messageOf, ...step } = useAccountForm<Age>({
    fields: FIELDS,
    defaults: { dateOfBirth: draft.dateOfBirth || stored, guardianEmail: draft.guardianEmail },
    check: ({ dateOfBirth, guardianEmail }) =>
      checkAge(padDate(dateOfBirth), isUnderAge(dateOfBirth) ? guardianEmail : ''),
    send: ({ dateOfBirth, guardianEmail }) => {
      keep({
        dateOfBirth: padDate(dateOfBirth),
        guardianEmail: isUnderAge(dateOfBirth) ? guardianEmail.trim() : '',
      })
      answer({ ageRange: true })
      onDone()
      return []
    },
    onTyped: keep,
  })
  const underAge = isUnderAge(useWatch({ control: form.control, name: 'dateOfBirth' }))
  const guardian = useWatch({ control: form.control, name: 'guardianEmail' })

  return (
    <StepForm {...step} busy={step.isSubmitting} submit="Next">
      <Controller
        control={form.control}
        name="dateOfBirth"
        render={({ field: { name, value, onChange, onBlur } }) => (
          <BirthDateField
            name={name}
            label={LABELS.dateOfBirth ?? name}
            hint={HINTS.dateOfBirth}
            value={value}
            error={messageOf('dateOfBirth')}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
      {underAge && (
        <>
          <TextField {...field('guardianEmail')} type="email" autoComplete="off" />
          <DidYouMean address={guardian} onAccept={(meant) => form.setValue('guardianEmail', meant)} />
        </>
      )}
    </StepForm>
  )
}
