import { useState, type ReactNode } from 'react'
import { Button } from '../../../components/Button'
import { Switch } from '../../../components/form/Checkbox'
import { fieldId } from '../../../components/form/field-id'
import { Form, FormActions } from '../../../components/form/Form'
import { Notice } from '../../../components/feedback/Notice'
import { SelectField } from '../../../components/form/SelectField'
import { TextArea, TextField } from '../../../components/form/TextField'
import { serverNow } from '../../../api/clock'
import { T_SHIRT_SIZES } from '../../../academy/choices'
import { useRules } from '../../../rules'
import styles from './Details.module.css'
import { Stack } from '../../../components/layout/Stack'
import { ASSISTANCE_TYPES, detailsProblems, type Details, type DetailsProblem } from '../details'

interface DetailsFormProps {
  details: Details
  onChange: (details: Details) => void
  onDone: () => void
  onBack: () => void
  /** Problems found by the server. */
  refused: readonly { field: string | null; message: string }[]
  /** Only an assistance booking is possible: the screening has to be checked first. */
  assistanceOnly: boolean
  /** Health answers were typed and lost in a reload: they are never stored on the device. */
  healthLost: boolean
  /** A summary of the booking, beside the form. */
  aside: ReactNode
}

/** T-shirt, emergency contact, medical notes and help on the day. The caller keeps what is typed. */
export function DetailsForm(props: DetailsFormProps) {
  const { details, onChange, onDone, onBack, refused, assistanceOnly, healthLost, aside } = props
  const rules = useRules()
  const [checked, setChecked] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const own: readonly DetailsProblem[] = checked ? detailsProblems(rules, details, serverNow()) : []
  const problems = own.length > 0 ? own : refused
  const errorOf = (field: keyof Details) => problems.find((problem) => problem.field === field)?.message
  const set = <K extends keyof Details>(field: K, value: Details[K]) =>
    onChange({ ...details, [field]: value })
  const types = ASSISTANCE_TYPES.some((type) => type === details.assistanceType)
    ? ASSISTANCE_TYPES
    : [...ASSISTANCE_TYPES, details.assistanceType].filter(Boolean)

  return (
    <div className={styles.layout}>
      <Form
        problems={problems}
        attempt={attempt}
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (detailsProblems(rules, details, serverNow()).length > 0) setAttempt(attempt + 1)
          else onDone()
        }}
      >
        {healthLost && (
          <Notice title="Type your health answers again">
            Medical notes and the help you need are never kept on this device, so a reload clears them.
          </Notice>
        )}
        <fieldset id={fieldId('tShirtSize')}>
          <legend className={styles.legend}>T-shirt size</legend>
          <div className={styles.sizes}>
            {T_SHIRT_SIZES.map(({ value: size }) => (
              <label key={size} className={styles.size}>
                <input
                  type="radio"
                  name="tShirtSize"
                  value={size}
                  checked={details.tShirtSize === size}
                  onChange={() => set('tShirtSize', size)}
                />
                <span>{size}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Stack gap={5} className={styles.pair}>
          <TextField
            label="Emergency contact"
            name="emergencyName"
            hint="Who we call if you get hurt."
            optional
            autoComplete="off"
            value={details.emergencyName}
            error={errorOf('emergencyName')}
            onChange={(event) => set('emergencyName', event.currentTarget.value)}
          />
          <TextField
            label="Their number"
            name="emergencyNumber"
            hint="For example 07700 900123."
            optional
            type="tel"
            autoComplete="off"
            value={details.emergencyNumber}
            error={errorOf('emergencyNumber')}
            onChange={(event) => set('emergencyNumber', event.currentTarget.value)}
          />
        </Stack>
        <TextArea
          label="Medical notes"
          name="medicalIssues"
          hint="Injuries, asthma, medication. Only you and the test team see this. Leave it empty to keep what your profile says."
          optional
          rows={3}
          value={details.medicalIssues}
          error={errorOf('medicalIssues')}
          onChange={(event) => set('medicalIssues', event.currentTarget.value)}
        />
        {!assistanceOnly && (
          <Switch
            label="I need assistance on the day"
            name="assistanceRequired"
            hint="We hold your place and get in touch before it is confirmed."
            checked={details.assistanceRequired}
            onChange={(event) => set('assistanceRequired', event.currentTarget.checked)}
          />
        )}
        {details.assistanceRequired && (
          <>
            <SelectField
              label="What kind of help?"
              name="assistanceType"
              placeholder="Choose one"
              options={types.map((type) => ({ value: type, label: type }))}
              value={details.assistanceType}
              error={errorOf('assistanceType')}
              onChange={(event) => set('assistanceType', event.currentTarget.value)}
            />
            <TextField
              label="Your phone number"
              name="phoneNumber"
              hint="We call you on it. For example 07700 900123."
              type="tel"
              autoComplete="tel"
              value={details.phoneNumber}
              error={errorOf('phoneNumber')}
              onChange={(event) => set('phoneNumber', event.currentTarget.value)}
            />
            <Notice title="Here is what happens next">
              You get a code now. Our team calls you to plan the day, then confirms your place.
            </Notice>
          </>
        )}
        <FormActions>
          <Button type="submit" size="large">
            Check and confirm
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Back to times
          </Button>
        </FormActions>
      </Form>
      <div className={styles.aside}>{aside}</div>
    </div>
  )
}
