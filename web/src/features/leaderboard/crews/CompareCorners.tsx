import { points } from '../../../academy/numbers'
import { ScoreHexagon, type TestScores } from '../../../components/art/ScoreHexagon'
import { TEST_TYPES } from '../../../components/art/test-types'
import { Table } from '../../../components/table/Table'
import { Stack } from '../../../components/layout/Stack'
import styles from './CompareCorners.module.css'

type Corners = readonly (number | null)[]

const scoresOf = (corners: Corners): TestScores =>
  Object.fromEntries(TEST_TYPES.map((test, index) => [test, corners[index] ?? 0]))

interface CompareCornersProps {
  name: string
  corners: Corners
  /** The athlete's own, to compare with; null without any, or if `corners` are theirs. */
  own: Corners | null
}

/** Six scores as a shape and in figures, the athlete's own in dashes. */
export function CompareCorners({ name, corners, own }: CompareCornersProps) {
  return (
    <Stack gap={4} align="center" className={styles.pair}>
      <ScoreHexagon scores={scoresOf(corners)} before={own ? scoresOf(own) : undefined} />
      <Table
        look="lined"
        className={styles.figures}
        caption={own ? `Six scores of ${name}, and yours` : `Six scores: ${name}`}
        columns={[
          'Test',
          { label: <bdi className={own ? styles.theirs : undefined}>{name}</bdi>, className: styles.figure },
          ...(own ? [{ label: <span className={styles.yours}>You</span>, className: styles.figure }] : []),
        ]}
      >
        <tbody>
          {TEST_TYPES.map((test, index) => (
            <tr key={test}>
              <th scope="row">{test}</th>
              <td className={styles.figure}>{points(corners[index])}</td>
              {own && <td className={styles.figure}>{points(own[index])}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
    </Stack>
  )
}
