import { GENDERS, SPORT_LEVELS } from '../../../academy/choices'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { SelectField } from '../../../components/form/SelectField'
import { TextArea, TextField } from '../../../components/form/TextField'
import { IMPROVEMENTS } from './fields'
import { Stack } from '../../../components/layout/Stack'
import css from './form.module.css'
import type { FieldOf } from './use-account-form'

/** Who an athlete is. */
export function NameFields({ field }: { field: FieldOf<'firstName' | 'lastName' | 'gender'> }) {
  return (
    <>
      <Stack gap={5} align="start" className={css.pair}>
        <TextField {...field('firstName')} autoComplete="given-name" />
        <TextField {...field('lastName')} autoComplete="family-name" />
      </Stack>
      <RadioGroup {...field('gender')} options={GENDERS} inline />
    </>
  )
}

/** What an athlete trains for. */
export function SportFields({ field }: { field: FieldOf<'sportPlayed' | 'sportLevel' | 'improvement'> }) {
  return (
    <>
      <TextField {...field('sportPlayed')} autoComplete="off" optional />
      <Stack gap={5} align="start" className={css.pair}>
        <SelectField {...field('sportLevel')} options={SPORT_LEVELS} placeholder="Choose" optional />
        <SelectField {...field('improvement')} options={IMPROVEMENTS} placeholder="Choose" optional />
      </Stack>
    </>
  )
}

interface EmergencyFieldsProps {
  field: FieldOf<'emergencyName' | 'emergencyNumber' | 'medicalIssues'>
  /** Replaces the usual hint of the notes. */
  hint?: string
}

/** Whom to call, and what to know, if something goes wrong. */
export function EmergencyFields({ field, hint }: EmergencyFieldsProps) {
  const notes = field('medicalIssues')
  return (
    <>
      <TextField {...field('emergencyName')} autoComplete="off" optional />
      <TextField {...field('emergencyNumber')} type="tel" autoComplete="off" optional />
      <TextArea {...notes} rows={4} optional hint={hint ?? notes.hint} />
    </>
  )
}

/** Where to find an athlete. */
export function SocialFields({ field }: { field: FieldOf<'instagram' | 'tiktok'> }) {
  return (
    <Stack gap={5} align="start" className={css.pair}>
      {(['instagram', 'tiktok'] as const).map((name) => (
        <TextField
          key={name}
          {...field(name)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          optional
        />
      ))}
    </Stack>
  )
}
