import cover from '../../components/form/cover.module.css'
import { DayRange } from '../../components/form/DayRange'
import { Cluster } from '../../components/layout/Cluster'
import type { InAddress } from '../../state/address'
import { RANGES, type Chosen } from './range'
import styles from './RangePicker.module.css'
import { shortDate } from '../../academy/civil-date'
import touch from '../../components/touch.module.css'
import text from '../../components/text.module.css'
import box from '../../components/layout/box.module.css'
import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'

interface RangePickerProps extends InAddress {
  chosen: Chosen
}

export function RangePicker({ chosen, query, onQuery }: RangePickerProps) {
  const own = chosen.key === 'own'
  return (
    <Stack gap={4}>
      <Cluster as="fieldset" gap={2}>
        <legend className={classNames(styles.legend, text.quietFigures)}>
          {`Dates of tests: ${shortDate(chosen.from)} to ${shortDate(chosen.to)}`}
        </legend>
        {RANGES.map(({ key, label }) => (
          <label key={key} className={classNames(styles.choice, touch.line, box.control)}>
            <input
              type="radio"
              className={cover.cover}
              name="numbers-range"
              value={key}
              checked={key === chosen.key}
              onChange={() =>
                onQuery(
                  key === 'own'
                    ? { range: key, from: chosen.from, to: chosen.to }
                    : { range: key, from: undefined, to: undefined },
                )
              }
            />
            <span>{label}</span>
          </label>
        ))}
      </Cluster>
      {own && (
        <Stack gap={4} align="start" className={styles.dates}>
          <DayRange
            prefix="numbers-"
            from={query.from ?? ''}
            to={query.to ?? ''}
            problem={chosen.problem}
            onChange={onQuery}
          />
        </Stack>
      )}
    </Stack>
  )
}
