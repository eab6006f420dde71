import { T_SHIRT_SIZES } from '../../../academy/choices'
import { Notice } from '../../../components/feedback/Notice'
import { Checkbox } from '../../../components/form/Checkbox'
import type { FormProblem } from '../../../components/form/FormSummary'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { SelectField } from '../../../components/form/SelectField'
import { TextField } from '../../../components/form/TextField'
import { EmergencyFields, SocialFields, SportFields } from '../form/DetailFields'
import { COMPETITOR, COMPETITOR_UNDER_18, MARKETING } from '../form/fields'
import { missing } from '../form/problems'
import { Stack } from '../../../components/layout/Stack'
import css from '../form/form.module.css'
import text from '../../../components/text.module.css'
import { StepForm } from '../form/StepForm'
import { useDraftForm } from './use-draft-form'

interface GroupProps {
  onBack?: (() => void) | undefined
  /** Stores the draft and continues; the last group sends everything. */
  onDone: () => FormProblem[] | Promise<FormProblem[]>
}

const SPORT = ['sportPlayed', 'sportLevel', 'improvement', 'isCompetitor'] as const

/** What this athlete trains for, and whether to appear on the board. */
export function SportGroup({ minor, onDone }: GroupProps & { minor: boolean }) {
  // Nothing is chosen for somebody under 18.
  const usual = minor ? '' : 'yes'
  const form = useDraftForm(SPORT, onDone, ({ isCompetitor }) =>
    missing('isCompetitor', isCompetitor || usual),
  )
  return (
    <StepForm form={form} submit="Next">
      <SportFields field={form.field} />
      <RadioGroup
        {...form.field('isCompetitor')}
        value={form.values.isCompetitor || usual}
        hint={minor ? COMPETITOR_UNDER_18 : undefined}
        options={COMPETITOR}
        inline
      />
    </StepForm>
  )
}

const CONTACT = ['phoneNumber', 'postcode', 'tShirtSize'] as const

/** How to reach this athlete, and what to lay out on the day. */
export function ContactGroup({ onBack, onDone }: GroupProps) {
  const form = useDraftForm(CONTACT, onDone)
  return (
    <StepForm form={form} submit="Next" onBack={onBack}>
      <TextField {...form.field('phoneNumber')} type="tel" autoComplete="tel" optional />
      <Stack gap={5} align="start" className={css.pair}>
        <TextField
          {...form.field('postcode')}
          autoComplete="postal-code"
          autoCapitalize="characters"
          optional
        />
        <SelectField {...form.field('tShirtSize')} options={T_SHIRT_SIZES} />
      </Stack>
    </StepForm>
  )
}

const EMERGENCY = ['emergencyName', 'emergencyNumber', 'medicalIssues'] as const

interface EmergencyGroupProps extends GroupProps {
  /** A reload has cleared the medical notes. */
  cleared: boolean
}

/** Whom to call, and what to know, if something goes wrong. */
export function EmergencyGroup({ cleared, onBack, onDone }: EmergencyGroupProps) {
  const form = useDraftForm(EMERGENCY, onDone)
  return (
    <StepForm form={form} submit="Next" onBack={onBack}>
      {cleared && (
        <Notice title="Please type your medical notes again">
          For your privacy they are never kept on your device, so the reload cleared them. Everything else is
          still here. Nothing to tell us after all? Leave them empty and go on.
        </Notice>
      )}
      <EmergencyFields field={form.field} />
    </StepForm>
  )
}

/** The fields of the last group; a refusal of any other field is shown above the form. */
export const SOCIAL = ['instagram', 'tiktok', 'marketingPref1', 'marketingPref2', 'marketingPref3'] as const

/** Where to find this athlete, and what may land in the inbox. */
export function SocialGroup({ onBack, onDone }: GroupProps) {
  const form = useDraftForm(SOCIAL, onDone)
  return (
    <StepForm form={form} submit="Finish" onBack={onBack}>
      <SocialFields field={form.field} />
      <Stack as="fieldset" gap={2}>
        <legend className={text.legend}>Keep me posted</legend>
        {MARKETING.map(({ name, label, hint }) => (
          <Checkbox key={name} {...form.tick(name)} label={label} hint={hint} />
        ))}
      </Stack>
    </StepForm>
  )
}
