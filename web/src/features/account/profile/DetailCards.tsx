import type { UserProfile } from '../../../api/types'
import { RadioGroup } from '../../../components/RadioGroup'
import { SelectField } from '../../../components/SelectField'
import { TextArea, TextField } from '../../../components/TextField'
import { GENDERS, SPORT_LEVELS, T_SHIRT_SIZES } from '../../../academy/choices'
import { choiceLabel, COMPETITOR, IMPROVEMENTS } from '../form/fields'
import form from '../form/form.module.css'
import { shown, toForm } from '../payloads'
import { EditableCard } from './EditableCard'

const EMPTY = 'Not given'

/** The four parts of a profile that an athlete fills in. */
export function DetailCards({ profile }: { profile: UserProfile }) {
  const values = toForm(profile)
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
        {(field) => (
          <>
            <div className={form.pair}>
              <TextField {...field('firstName')} autoComplete="given-name" />
              <TextField {...field('lastName')} autoComplete="family-name" />
            </div>
            <RadioGroup {...field('gender')} options={GENDERS} inline />
          </>
        )}
      </EditableCard>
      <EditableCard
        title="Contact"
        fields={['phoneNumber', 'postcode', 'instagram', 'tiktok']}
        values={values}
        facts={[
          { term: 'Phone', value: values.phoneNumber || EMPTY },
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
            <div className={form.pair}>
              <TextField
                {...field('instagram')}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                optional
              />
              <TextField
                {...field('tiktok')}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                optional
              />
            </div>
          </>
        )}
      </EditableCard>
      <EditableCard
        title="In an emergency"
        fields={['emergencyName', 'emergencyNumber', 'medicalIssues']}
        values={values}
        facts={[
          { term: 'Emergency contact', value: shown(values.emergencyName) },
          { term: 'Their phone', value: shown(values.emergencyNumber) },
          { term: 'Medical notes', value: shown(values.medicalIssues) },
        ]}
        note={
          <p className={form.aside}>
            Encrypted. Only you and the test team can read this, and we log every time they do.
          </p>
        }
      >
        {(field) => (
          <>
            <TextField {...field('emergencyName')} autoComplete="off" optional />
            <TextField {...field('emergencyNumber')} type="tel" autoComplete="off" optional />
            <TextArea
              {...field('medicalIssues')}
              rows={4}
              optional
              hint="Injuries, allergies, anything the team should know. If none of it applies any more, write “None”."
            />
          </>
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
      >
        {(field) => (
          <>
            <TextField {...field('sportPlayed')} autoComplete="off" optional />
            <div className={form.pair}>
              <SelectField {...field('sportLevel')} options={SPORT_LEVELS} placeholder="Choose" optional />
              <SelectField {...field('improvement')} options={IMPROVEMENTS} placeholder="Choose" optional />
            </div>
            <SelectField {...field('tShirtSize')} options={T_SHIRT_SIZES} />
            <RadioGroup {...field('isCompetitor')} options={COMPETITOR} inline />
          </>
        )}
      </EditableCard>
    </>
  )
}
