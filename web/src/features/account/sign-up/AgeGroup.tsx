import { londonToday } from '../../../academy/london'
import { TextField } from '../../../components/form/TextField'
import { isUnderAge, padDate } from '../form/birth-date'
import { BirthDateField } from '../form/BirthDateField'
import { checkAge } from '../form/checks'
import { DidYouMean } from '../../../state/DidYouMean'
import { useSignUpDraft } from '../draft'
import { useScreeningAnswers } from '../screening'
import { StepForm } from '../form/StepForm'
import { useAccountForm } from '../form/use-account-form'

/** Whether the guardian's field is shown; the rules decide whether it is required. */
const asksGuardian = (dateOfBirth: string) => isUnderAge(dateOfBirth, londonToday())

interface Age {
  dateOfBirth: string
  guardianEmail: string
}

/** Is this athlete 16 to 99, and who confirms for those under 18? `stored` is what the profile has. */
export function AgeGroup({ stored, onDone }: { stored: Age; onDone: () => void }) {
  const { draft, keep } = useSignUpDraft()
  const answer = useScreeningAnswers((state) => state.answer)
  const form = useAccountForm<Age>({
    initial: {
      dateOfBirth: draft.dateOfBirth || stored.dateOfBirth,
      guardianEmail: draft.guardianEmail || stored.guardianEmail,
    },
    check: ({ dateOfBirth, guardianEmail }) =>
      checkAge(padDate(dateOfBirth), asksGuardian(dateOfBirth) ? guardianEmail : ''),
    send: ({ dateOfBirth, guardianEmail }) => {
      keep({
        dateOfBirth: padDate(dateOfBirth),
        guardianEmail: asksGuardian(dateOfBirth) ? guardianEmail.trim() : '',
      })
      answer({ ageRange: true })
      onDone()
    },
    onChange: keep,
  })
  const { dateOfBirth, guardianEmail } = form.values
  return (
    <StepForm form={form} submit="Next">
      <BirthDateField {...form.field('dateOfBirth')} onChange={(typed) => form.set({ dateOfBirth: typed })} />
      {asksGuardian(dateOfBirth) && (
        <>
          <TextField {...form.field('guardianEmail')} type="email" autoComplete="off" />
          <DidYouMean address={guardianEmail} onAccept={(meant) => form.set({ guardianEmail: meant })} />
        </>
      )}
    </StepForm>
  )
}
