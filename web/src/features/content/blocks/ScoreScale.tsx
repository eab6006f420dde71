import { scaleMarks } from '../score-scale'
import styles from './ScoreScale.module.css'

interface ScoreScaleProps {
  name: string
  unit: string
  zero: number
  hundred: number
  decimals: number
  lowerIsBetter: boolean
}

/** A test's scale of points: six steps from 0 to 100, as a table that looks like a ladder. */
export function ScoreScale({ name, unit, zero, hundred, decimals, lowerIsBetter }: ScoreScaleProps) {
  const marks = scaleMarks(zero, hundred, decimals)
  return (
    <table className={styles.scale}>
      <caption>
        Points for {name}, measured in {unit}
        {lowerIsBetter ? '; lower is better' : ''}
      </caption>
      <tbody>
        <tr>
          <th scope="row">Points</th>
          {marks.map(({ points }) => (
            <td key={points} className={styles.points}>
              <span
                className={styles.bar}
                style={{ blockSize: `${1 + points / 16}rem` }}
                aria-hidden="true"
              />
              {points}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{unit}</th>
          {marks.map(({ points, result }) => (
            <td key={points}>{result}</td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
