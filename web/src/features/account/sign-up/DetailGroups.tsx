import { Checkbox } from '../../../components/Checkbox'
import { RadioGroup } from '../../../components/RadioGroup'
import { SelectField } from '../../../components/SelectField'
import { TextArea, TextField } from '../../../components/TextField'
import { checkFields } from '../form/checks'
import { useSignUpDraft, type SignUpDraft } from '../draft'
import { SPORT_LEVELS, T_SHIRT_SIZES } from '../../../academy/choices'
import { COMPETITOR, IMPROVEMENTS, MARKETING } from '../form/fields'
import css from '../form/form.module.css'
import type { Problem } from '../form/problems'
import { StepForm } from '../form/StepForm'
import { useAccountForm } from '../form/use-account-form'

interface GroupProps {
  onBack?: (() => void) | undefined
  /** Keeps the draft and goes on; the last group sends it all. */
  onDone: () => Problem[] | Promise<Problem[]>
}

/** The form of one group: its part of the draft, checked by the rules. */
function useDraftGroup<K extends keyof SignUpDraft>(fields: readonly K[], onDone: GroupProps['onDone']) {
  const { draft, keep } = useSignUpDraft()
  const part = Object.fromEntries(fields.map((name) => [name, draft[name]])) as Pick<SignUpDraft, K>
  const {
    form: _form,
    field,
    messageOf: _messageOf,
    isSubmitting,
    ...step
  } = useAccountForm<Record<K, string | boolean>>({
    fields,
    defaults: part as never,
    check: (values) => checkFields(values, fields),
    send: (values) => {
      keep(values as Partial<SignUpDraft>)
      return onDone()
    },
    onTyped: (values) => keep(values as Partial<SignUpDraft>),
  })
  return { field, step: { ...step, busy: isSubmitting } }
}

const SPORT = ['sportPlayed', 'sportLevel', 'improvement', 'isCompetitor'] as const

/** What this athlete trains for, and whether to appear on the board. */
export function SportGroup({ onDone }: GroupProps) {
  const { field, step } = useDraftGroup(SPORT, onDone)
  return (
    <StepForm {...step} submit="Next">
      <TextField {...field('sportPlayed')} autoComplete="off" optional />
      <div className={css.pair}>
        <SelectField {...field('sportLevel')} options={SPORT_LEVELS} placeholder="Choose" optional />
        <SelectField {...field('improvement')} options={IMPROVEMENTS} placeholder="Choose" optional />
      </div>
      <RadioGroup {...field('isCompetitor')} options={COMPETITOR} inline />
    </StepForm>
  )
}

const CONTACT = ['phoneNumber', 'postcode', 'tShirtSize'] as const

/** How to reach this athlete, and what to lay out on the day. */
export function ContactGroup({ onBack, onDone }: GroupProps) {
  const { field, step } = useDraftGroup(CONTACT, onDone)
  return (
    <StepForm {...step} submit="Next" onBack={onBack}>
      <TextField {...field('phoneNumber')} type="tel" autoComplete="tel" optional />
      <div className={css.pair}>
        <TextField {...field('postcode')} autoComplete="postal-code" autoCapitalize="characters" optional />
        <SelectField {...field('tShirtSize')} options={T_SHIRT_SIZES} />
      </div>
    </StepForm>
  )
}

const EMERGENCY = ['emergencyName', 'emergencyNumber', 'medicalIssues'] as const

/** Whom to call, and what to know, if something goes wrong. */
export function EmergencyGroup({ onBack, onDone }: GroupProps) {
  const { field, step } = useDraftGroup(EMERGENCY, onDone)
  return (
    <StepForm {...step} submit="Next" onBack={onBack}>
      <TextField {...field('emergencyName')} autoComplete="off" optional />
      <TextField {...field('emergencyNumber')} type="tel" autoComplete="off" optional />
      <TextArea {...field('medicalIssues')} rows={4} optional />
    </StepForm>
  )
}

/** The fields of the last group; what the server refuses elsewhere is said above the form. */
export const SOCIAL = ['instagram', 'tiktok', 'marketingPref1', 'marketingPref2', 'marketingPref3'] as const

/** Where to find this athlete, and what may land in the inbox. */
export function SocialGroup({ onBack, onDone }: GroupProps) {
  const { field, step } = useDraftGroup(SOCIAL, onDone)
  return (
    <StepForm {...step} submit="Finish" onBack={onBack}>
      <div className={css.pair}>
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
      <fieldset className={css.ticks}>
        <legend className={css.legend}>Keep me posted</legend>
        {MARKETING.map(({ name, label, hint }) => (
          <Checkbox key={name} {...field(name)} label={label} hint={hint} />
        ))}
      </fieldset>
    </StepForm>
  )
}
