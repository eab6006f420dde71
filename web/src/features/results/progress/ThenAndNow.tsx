import { points } from '../../../academy/numbers'
import type { SeasonField, Visit } from '../../../api/types'
import { TEST_TYPES } from '../../../components/art/test-types'
import { SelectField } from '../../../components/form/SelectField'
import { Grid } from '../../../components/layout/Grid'
import { Stack } from '../../../components/layout/Stack'
import { Card } from '../../../components/layout/Card'
import { Table } from '../../../components/table/Table'
import { HexagonFigure } from '../HexagonFigure'
import { changeOf } from '../outcome'
import { comparisons, firstChoice, sixOf, sixOfVisit, type SixPoints } from './compare'
import text from '../../../components/text.module.css'
import styles from './ThenAndNow.module.css'

interface ThenAndNowProps {
  visits: readonly Visit[]
  now: Visit
  onNow: (visit: string) => void
  /** What it is compared with; null before anybody chose. */
  then: string | null
  onThen: (choice: string) => void
  /** The field of the visit; null where there is none. */
  field: SeasonField | null
}

/** A visit in the hexagon over another one, the median of the field, or that of the top 15; a table says the same. */
export function ThenAndNow({ visits, now, onNow, then, onThen, field }: ThenAndNowProps) {
  const choices = comparisons(visits, now, field)
  const wanted = then !== null && then !== now.eventBookingId ? then : firstChoice(visits, now)
  const chosen = choices.find(({ value }) => value === wanted) ?? choices[0] ?? null
  const other = chosen && sixOf(chosen.value, visits, field)
  const own = sixOfVisit(now)
  return (
    <Card as="section" title="Then and now" className={styles.card}>
      <Grid least={13} fit gap={[3, 4]}>
        <SelectField
          label="Visit"
          value={now.eventBookingId}
          onChange={(event) => onNow(event.target.value)}
          options={visits
            .toReversed()
            .map((visit) => ({ value: visit.eventBookingId, label: sixOfVisit(visit).label }))}
        />
        {chosen && (
          <SelectField
            label="Compared with"
            value={chosen.value}
            onChange={(event) => onThen(event.target.value)}
            options={choices}
          />
        )}
      </Grid>
      <Stack gap={5} align="center" className={styles.both}>
        <HexagonFigure
          scores={own.scores}
          marks={own.marks}
          before={other?.scores}
          labels={{ now: own.label, before: other?.label ?? '' }}
          className={styles.figure}
        />
        <Comparison own={own} other={other} />
      </Stack>
    </Card>
  )
}

function Comparison({ own, other }: { own: SixPoints; other: SixPoints | null }) {
  const number = (label: string) => ({ label, className: styles.number })
  const columns = ['Test', number(own.label), ...(other ? [number(other.label), number('Change')] : [])]
  const caption = other
    ? `${own.label} against ${other.label}, points per test`
    : `${own.label}, points per test`
  return (
    <Table look="lined" caption={caption} columns={columns} className={styles.table}>
      <tbody>
        {TEST_TYPES.map((test) => (
          <Row
            key={test}
            name={test}
            now={own.scores[test]}
            mark={own.marks[test]}
            then={other?.scores[test]}
            thenMark={other?.marks[test]}
            compared={other !== null}
          />
        ))}
        <Row name="Final" now={own.score} then={other?.score} compared={other !== null} />
      </tbody>
    </Table>
  )
}

interface RowProps {
  name: string
  now: number | undefined
  mark?: string | undefined
  then: number | undefined
  thenMark?: string | undefined
  compared: boolean
}

function Row({ name, now, mark, then, thenMark, compared }: RowProps) {
  const change = now === undefined || then === undefined ? null : changeOf(now, { score: then })
  return (
    <tr>
      <th scope="row">{name}</th>
      <Cell score={now} mark={mark} />
      {compared && (
        <>
          <Cell score={then} mark={thenMark} />
          <td className={styles.number} data-way={change?.way}>
            {change?.way === 'same' ? 'Level' : (change?.text ?? '–')}
          </td>
        </>
      )}
    </tr>
  )
}

function Cell({ score, mark }: { score: number | undefined; mark?: string | undefined }) {
  return (
    <td className={styles.number}>
      <span className={text.strong}>{points(score)}</span>
      {mark && <span className={styles.mark}> {mark}</span>}
    </td>
  )
}
