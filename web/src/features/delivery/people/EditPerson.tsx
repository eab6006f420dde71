import { useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { useState } from 'react'
import { detailsOf } from '../../../api/refusal'
import { queryKeys } from '../../../api/queries'
import type { StaffProfile } from '../../../api/types'
import { Checkbox } from '../../../components/form/Checkbox'
import { FormSummary } from '../../../components/form/FormSummary'
import { SelectField } from '../../../components/form/SelectField'
import { TextArea, TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { Grid } from '../../../components/layout/Grid'
import { Stack } from '../../../components/layout/Stack'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { closed, draftOf, emptied, FIELD_NAME, sentOf, type Draft, type DraftKey } from './edit'
import { MeanwhileDialog } from './MeanwhileDialog'
import styles from './PersonForm.module.css'
import { healthOf, staffProfileQuery, updatePerson, type Health } from './api'
import { GENDERS, T_SHIRT_SIZES } from '../../../academy/choices'
import textStyles from '../../../components/text.module.css'
import { PersonRefusal } from './PersonRefusal'
import { nameOf, refusedPerson } from './words'

/** The form's field for a field that the server refused. */
const WIRE_FIELD: Readonly<Record<string, DraftKey>> = { socialMediaHandles: 'instagram' }

/** The required fields, and the message if one has been emptied, which the server would take as no change. */
const NEEDED: Partial<Record<TextKey, string>> = {
  firstName: 'Type their first name.',
  lastName: 'Type their last name.',
  emailAddress: 'Type their e-mail address.',
}

const missing = (draft: Draft) =>
  Object.entries(NEEDED)
    .filter(([field]) => draft[field as TextKey].trim() === '')
    .map(([field, message]) => ({ field, message }))

/** What the server would take as no change too. */
const emptiedIn = (before: Draft, now: Draft) =>
  emptied(before, now)
    .filter((key) => !(key in NEEDED))
    .map((field) => ({ field, message: `${FIELD_NAME[field]} can be changed, but not left empty again.` }))

/** So that a typing error does not send letters to a stranger. */
const EMAIL_HINT = 'A new address gets a code, and counts once they have confirmed it.'

/** The single-line fields in the form's order, with the type of each input. */
const BEFORE: readonly TextKey[] = ['firstName', 'lastName', 'emailAddress', 'dateOfBirth']
const AFTER: readonly TextKey[] = ['phoneNumber', 'postcode']
const SPORT: readonly TextKey[] = ['sportPlayed', 'sportLevel', 'instagram', 'tiktok']
const EMERGENCY: readonly TextKey[] = ['emergencyName', 'emergencyNumber']

type TextKey = Exclude<DraftKey, 'isCompetitor'>

const INPUT: Partial<Record<TextKey, 'date' | 'tel' | 'email'>> = {
  emailAddress: 'email',
  dateOfBirth: 'date',
  phoneNumber: 'tel',
  emergencyNumber: 'tel',
}

interface EditPersonProps {
  /** The profile without health details. */
  profile: StaffProfile
  /** The health details, if they were requested. */
  health: Health | null
  onHealth: (health: Health) => void
  onClose: () => void
}

/**
 * The form of a profile. If somebody else has saved changes meanwhile, both versions are shown, and nothing typed is
 * lost.
 */
export function EditPerson({ profile, health, onHealth, onClose }: EditPersonProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [base, setBase] = useState<StaffProfile>(() => ({
    ...profile,
    ...health,
    // The two are read separately: whatever was saved since the older of them has to come up as a conflict.
    rev: Math.min(profile.rev, health?.rev ?? profile.rev),
  }))
  const [asideFor, setAsideFor] = useState<number | null>(null)
  const save = useOperation(updatePerson)
  const theirs = detailsOf(save.error, 'PROFILE_CHANGED')?.current ?? null
  const wire = refusedPerson(save.error)
  const refused = wire && { ...wire, field: WIRE_FIELD[wire.field] ?? wire.field }
  const store = async (from: StaffProfile, now: Draft) => {
    const changed = sentOf(draftOf(from), now)
    if (Object.keys(changed).length === 0) return onClose()
    setAsideFor(null)
    const outcome = await save.run({ changed, rev: from.rev, uaid: profile.uaid, health: health !== null })
    if (!outcome.ok) return
    client.setQueryData(staffProfileQuery(profile.uaid).queryKey, closed(outcome.data))
    if (health) onHealth(healthOf(outcome.data))
    show({ tone: 'good', message: `${nameOf(outcome.data)} is saved.` })
    void client.invalidateQueries({ queryKey: queryKeys.mine })
    onClose()
  }
  const form = useForm({
    initial: draftOf(base),
    check: (draft) => [...missing(draft), ...emptiedIn(draftOf(base), draft)],
    send: (draft) => {
      void store(base, draft)
    },
    onChange: () => {
      if (!theirs) save.reset()
    },
    refused,
    nameOf: (key) => `person-${key}`,
  })
  const text = (key: TextKey) => (
    <TextField
      key={key}
      label={FIELD_NAME[key]}
      type={INPUT[key] ?? 'text'}
      {...form.field(key)}
      autoComplete="off"
      optional={!(key in NEEDED)}
      hint={key === 'emailAddress' ? EMAIL_HINT : undefined}
    />
  )
  const meets = theirs !== null && asideFor !== theirs.rev
  return (
    <>
      <ActionDialog
        width="wide"
        title={`Edit ${nameOf(profile)}`}
        onClose={onClose}
        yes="Save"
        no="Leave it"
        busy={save.status === 'loading'}
        onYes={() => void form.submit()}
      >
        <FormSummary problems={form.problems} attempt={form.props.attempt} />
        <Grid least={13} fit gap={4} align="start">
          {BEFORE.map(text)}
          <SelectField
            label={FIELD_NAME.gender}
            {...form.field('gender')}
            placeholder="Not said"
            options={GENDERS}
            optional
          />
          {AFTER.map(text)}
          <SelectField label={FIELD_NAME.tShirtSize} {...form.field('tShirtSize')} options={T_SHIRT_SIZES} />
        </Grid>
        <Checkbox label="Competes: appears on leaderboards" {...form.tick('isCompetitor')} />
        <Stack as="fieldset" gap={4} shrink className={styles.group}>
          <legend>Emergency and health</legend>
          {!health && (
            <p className={textStyles.note}>
              What we hold is not shown here. What you type replaces it; leave a field empty to keep what is
              there.
            </p>
          )}
          <Grid least={13} fit gap={4} align="start">
            {EMERGENCY.map(text)}
          </Grid>
          <TextArea
            label={FIELD_NAME.medicalIssues}
            hint={health ? 'Leave it empty to keep what we hold.' : undefined}
            {...form.field('medicalIssues')}
            rows={3}
            optional
          />
        </Stack>
        <Stack as="fieldset" gap={4} shrink className={styles.group}>
          <legend>Sport</legend>
          <Grid least={13} fit gap={4} align="start">
            {SPORT.map(text)}
          </Grid>
          <TextArea label={FIELD_NAME.improvement} {...form.field('improvement')} rows={2} optional />
        </Stack>
        {!theirs && !(refused && refused.field in form.values) && <PersonRefusal error={save.error} />}
      </ActionDialog>
      {meets && (
        <MeanwhileDialog
          base={draftOf(base)}
          mine={form.values}
          theirs={draftOf(theirs)}
          saving={save.status === 'loading'}
          onClose={() => setAsideFor(theirs.rev)}
          onMerge={(merged) => {
            setBase(theirs)
            form.set(merged)
            void store(theirs, merged)
          }}
        />
      )}
    </>
  )
}
