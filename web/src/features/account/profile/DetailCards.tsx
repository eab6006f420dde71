import { londonToday } from '../../../academy/london'
import { phoneText } from '../../../academy/phone'
import type { UserProfile } from '../../../api/types'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { SelectField } from '../../../components/form/SelectField'
import { TextField } from '../../../components/form/TextField'
import { GENDERS, SPORT_LEVELS, T_SHIRT_SIZES } from '../../../academy/choices'
import { EmergencyFields, NameFields, SocialFields, SportFields } from '../form/DetailFields'
import { isUnderAge } from '../form/birth-date'
import { choiceLabel, COMPETITOR, COMPETITOR_UNDER_18, IMPROVEMENTS } from '../form/fields'
import form from '../form/form.module.css'
import { shown, toForm } from '../payloads'
import { EditableCard } from './EditableCard'

const EMPTY = 'Not given'

/** The four parts of a profile that an athlete fills in. */
export function DetailCards({ profile }: { profile: UserProfile }) {
  const values = toForm(profile)
  const minor = isUnderAge(profile.dateOfBirth ?? '', londonToday())
  return (
    <>
      <EditableCard
        title="Personal details"
        fields={['firstName', 'lastName', 'gender']}
        values={values}
        facts={[
          { term: 'First name', value: values.firstName || EMPTY },
          { term: 'Last name', value: values.lastName || EMPTY },
          { term: 'Gender', value: choiceLabel(GENDERS, values.gender) || EMPTY },
        ]}
      >
        {(field) => <NameFields field={field} />}
      </EditableCard>
      <EditableCard
        title="Contact"
        fields={['phoneNumber', 'postcode', 'instagram', 'tiktok']}
        values={values}
        facts={[
          { term: 'Phone', value: phoneText(values.phoneNumber) || EMPTY },
          { term: 'Postcode', value: values.postcode || EMPTY },
          { term: 'Instagram', value: values.instagram || EMPTY },
          { term: 'TikTok', value: values.tiktok || EMPTY },
        ]}
      >
        {(field) => (
          <>
            <TextField {...field('phoneNumber')} type="tel" autoComplete="tel" optional />
            <TextField
              {...field('postcode')}
              autoComplete="postal-code"
              autoCapitalize="characters"
              optional
            />
            <SocialFields field={field} />
          </>
        )}
      </EditableCard>
      <EditableCard
        title="In an emergency"
        fields={['emergencyName', 'emergencyNumber', 'medicalIssues']}
        values={values}
        facts={[
          { term: 'Emergency contact', value: shown(values.emergencyName) },
          { term: 'Their phone', value: phoneText(shown(values.emergencyNumber)) },
          { term: 'Medical notes', value: shown(values.medicalIssues) },
        ]}
        note={
          <p className={form.aside}>
            Encrypted. Only you and the test team can read this, and we log every time they do.
          </p>
        }
      >
        {(field) => (
          <EmergencyFields
            field={field}
            hint="Injuries, allergies, anything the team should know. If none of it applies any more, write “None”."
          />
        )}
      </EditableCard>
      <EditableCard
        title="How you train"
        fields={['sportPlayed', 'sportLevel', 'improvement', 'tShirtSize', 'isCompetitor']}
        values={values}
        facts={[
          { term: 'Main sport', value: values.sportPlayed || EMPTY },
          { term: 'Level', value: choiceLabel(SPORT_LEVELS, values.sportLevel) || EMPTY },
          { term: 'Wants to push', value: choiceLabel(IMPROVEMENTS, values.improvement) || EMPTY },
          { term: 'T-shirt', value: values.tShirtSize },
          { term: 'Leaderboard', value: choiceLabel(COMPETITOR, values.isCompetitor) },
        ]}
        note={minor && <p className={form.aside}>{COMPETITOR_UNDER_18}</p>}
      >
        {(field) => (
          <>
            <SportFields field={field} />
            <SelectField {...field('tShirtSize')} options={T_SHIRT_SIZES} />
            <RadioGroup {...field('isCompetitor')} options={COMPETITOR} inline />
          </>
        )}
      </EditableCard>
    </>
  )
}
