import type { ReactNode } from 'react'
import { Switch } from '../../../components/form/Checkbox'
import cover from '../../../components/form/cover.module.css'
import { fieldId } from '../../../components/form/field-id'
import { Form, FormButtons } from '../../../components/form/Form'
import type { FormProblem } from '../../../components/form/FormSummary'
import { Notice } from '../../../components/feedback/Notice'
import { SelectField } from '../../../components/form/SelectField'
import { TextArea, TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { serverNow } from '../../../api/clock'
import { T_SHIRT_SIZES } from '../../../academy/choices'
import { useRules } from '../../../rules'
import styles from './Details.module.css'
import text from '../../../components/text.module.css'
import { Stack } from '../../../components/layout/Stack'
import { ASSISTANCE_TYPES, detailsProblems, type Details } from '../details'

interface DetailsFormProps {
  /** The form's initial values. */
  details: Details
  /** The caller keeps what is typed. */
  onChange: (details: Details) => void
  onDone: () => void
  onBack: () => void
  /** The problem that the server found. */
  refused: FormProblem | null
  /** Only an assistance booking is possible: the screening has to be checked first. */
  assistanceOnly: boolean
  /** Medical notes or the kind of help were typed and lost in a reload: they are never stored on the device. */
  healthLost: boolean
  /** A summary of the booking, above the form or beside it. */
  aside: ReactNode
}

/** T-shirt, emergency contact, medical notes and help on the day. */
export function DetailsForm(props: DetailsFormProps) {
  const { onDone, onBack, refused, assistanceOnly, healthLost, aside } = props
  const rules = useRules()
  const form = useForm({
    initial: props.details,
    check: (values) => detailsProblems(rules, values, serverNow()),
    send: () => {
      onDone()
    },
    onChange: props.onChange,
    refused,
    dependent: true,
  })
  const details = form.values
  const types = ASSISTANCE_TYPES.some((type) => type === details.assistanceType)
    ? ASSISTANCE_TYPES
    : [...ASSISTANCE_TYPES, details.assistanceType].filter(Boolean)

  return (
    <div className={styles.layout}>
      <div className={styles.aside}>{aside}</div>
      <Form {...form.props} problems={form.problems.length === 0 && refused ? [refused] : form.problems}>
        {healthLost && (
          <Notice title="Type your medical notes again">
            Medical notes and the help you need are never kept on this device, so a reload clears them.
          </Notice>
        )}
        <fieldset id={fieldId('tShirtSize')}>
          <legend className={text.legend}>T-shirt size</legend>
          <Stack gap={2} className={styles.sizes}>
            {T_SHIRT_SIZES.map(({ value: size }) => (
              <label key={size} className={styles.size}>
                <input
                  type="radio"
                  className={cover.cover}
                  name="tShirtSize"
                  value={size}
                  checked={details.tShirtSize === size}
                  onChange={() => form.set({ tShirtSize: size })}
                />
                <span className={cover.plate}>{size}</span>
              </label>
            ))}
          </Stack>
        </fieldset>
        <Stack gap={5} className={styles.pair}>
          <TextField
            label="Emergency contact"
            {...form.field('emergencyName')}
            hint="Who we call if you get hurt."
            optional
            autoComplete="off"
          />
          <TextField
            label="Their number"
            {...form.field('emergencyNumber')}
            hint="For example 07700 900123."
            optional
            type="tel"
            autoComplete="off"
          />
        </Stack>
        <TextArea
          label="Medical notes"
          {...form.field('medicalIssues')}
          hint="Injuries, asthma, medication. Only you and the test team see this. Leave it empty to keep what your profile says."
          optional
          rows={3}
        />
        {!assistanceOnly && (
          <Switch
            label="I need assistance on the day"
            {...form.tick('assistanceRequired')}
            hint="We hold your place and get in touch before it is confirmed."
          />
        )}
        {details.assistanceRequired && (
          <>
            <SelectField
              label="What kind of help?"
              {...form.field('assistanceType')}
              placeholder="Choose one"
              options={types.map((type) => ({ value: type, label: type }))}
            />
            <TextField
              label="Your phone number"
              {...form.field('phoneNumber')}
              hint="We call you on it. For example 07700 900123."
              type="tel"
              autoComplete="tel"
            />
            <Notice title="Here is what happens next">
              Our team calls you to plan the day. You get your code once your place is confirmed.
            </Notice>
          </>
        )}
        <FormButtons submit="Check and confirm" size="large" leave="Back to times" onLeave={onBack} />
      </Form>
    </div>
  )
}
