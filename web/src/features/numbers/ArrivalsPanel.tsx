import { wholeNumber } from '../../academy/numbers'
import { Card } from '../../components/layout/Card'
import { EmptyState } from '../../components/feedback/States'
import { Stack } from '../../components/layout/Stack'
import { Columns } from './charts/Columns'
import { DataTable } from './DataTable'
import styles from './panels/NumbersPanel.module.css'
import type { ArrivalsAt, Today } from './api'

/** For each quarter hour of the day: how many have finished, are being tested, are here, are expected, or are late. */
export function ArrivalsPanel({ today, asOf }: { today: Today; asOf: string }) {
  const { arrivals, counts, places } = today
  // RULES 4.13
  const late = ({ time }: ArrivalsAt) => time < asOf
  const absent = (at: ArrivalsAt) => at.booked - at.arrived - (at.missed ?? 0)
  return (
    <Card as="section" title="Arrivals by quarter hour">
      {arrivals.length === 0 ? (
        <EmptyState title="Nobody is booked today">
          {places.capacity > 0
            ? `The academy has ${wholeNumber(places.capacity)} places today.`
            : 'The academy offers no places today.'}
        </EmptyState>
      ) : (
        <Stack gap={5} shrink="children" className={styles.both}>
          <Stack gap={3} top>
            <Columns
              label={`Arrivals by quarter hour: ${wholeNumber(counts.arrived)} of ${wholeNumber(counts.expected)} are here.`}
              ticks={arrivals.map(({ time }) => time)}
              titles={arrivals.map(({ time }) => time)}
              format={wholeNumber}
              series={[
                { name: 'Finished', tone: 'done', values: arrivals.map((at) => at.finished) },
                {
                  name: 'Onboarded',
                  tone: 'under-way',
                  values: arrivals.map((at) => Math.max(0, at.onboarded - at.finished)),
                },
                { name: 'Here', tone: 'begun', values: arrivals.map((at) => at.arrived - at.onboarded) },
                { name: 'To come', tone: 'open', values: arrivals.map((at) => (late(at) ? 0 : absent(at))) },
                { name: 'Late', tone: 'lost', values: arrivals.map((at) => (late(at) ? absent(at) : 0)) },
              ]}
            />
          </Stack>
          <DataTable
            caption="Arrivals by quarter hour"
            columns={['Time', 'Booked', 'Here', 'Onboarded', 'Finished']}
            rows={arrivals.map((at) => [
              at.time,
              wholeNumber(at.booked),
              wholeNumber(at.arrived),
              wholeNumber(at.onboarded),
              wholeNumber(at.finished),
            ])}
          />
        </Stack>
      )}
    </Card>
  )
}
