import { Switch } from '../../../../components/form/Checkbox'
import { SelectField } from '../../../../components/form/SelectField'
import type { QuietHours } from '../../../../notifications/api'
import { Stack } from '../../../../components/layout/Stack'
import form from '../../form/form.module.css'

/** Until somebody has chosen. */
const USUAL: QuietHours = { from: '22:00', until: '07:00' }

const HALF_HOURS = Array.from({ length: 48 }, (_, at) => {
  const time = `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 === 0 ? '00' : '30'}`
  return { value: time, label: time }
})

/** The half hours, and a time between them that another app has set. */
const timesWith = (own: string) =>
  HALF_HOURS.some(({ value }) => value === own) ? HALF_HOURS : [{ value: own, label: own }, ...HALF_HOURS]

const without = (own: string, other: string) => timesWith(own).filter(({ value }) => value !== other)

interface QuietHoursFieldsProps {
  hours: QuietHours | null
  onChange: (hours: QuietHours | null) => void
}

/** Between which times nothing rings. */
export function QuietHoursFields({ hours, onChange }: QuietHoursFieldsProps) {
  return (
    <>
      <Switch
        name="quietHours"
        label="Nothing at night"
        hint="Whatever still matters comes in the morning."
        bare
        checked={hours !== null}
        onChange={({ target }) => onChange(target.checked ? USUAL : null)}
      />
      {hours && (
        <Stack gap={5} align="start" className={form.pair}>
          <SelectField
            name="quietFrom"
            label="From"
            value={hours.from}
            options={without(hours.from, hours.until)}
            onChange={({ target }) => onChange({ ...hours, from: target.value })}
          />
          <SelectField
            name="quietUntil"
            label="Until"
            value={hours.until}
            options={without(hours.until, hours.from)}
            onChange={({ target }) => onChange({ ...hours, until: target.value })}
          />
        </Stack>
      )}
    </>
  )
}
