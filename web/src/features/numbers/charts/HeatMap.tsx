import { scaleQuantize } from '@visx/scale'
import { hourOf, weekdayShort } from '../words'
import hidden from '../../../components/layout/VisuallyHidden.module.css'
import styles from './HeatMap.module.css'

interface Cell {
  /** Monday is 1. */
  weekday: number
  hour: number
  booked: number
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
/** The class of a cell's colour. */
const HEATS = [1, 2, 3, 4, 5, 6]

/** The week as a table; the more places are taken, the warmer the colour of a cell. */
export function HeatMap({ caption, cells }: { caption: string; cells: readonly Cell[] }) {
  const first = Math.min(...cells.map(({ hour }) => hour))
  const last = Math.max(...cells.map(({ hour }) => hour))
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const heatOf = scaleQuantize({ domain: [0, Math.max(...cells.map(({ booked }) => booked))], range: HEATS })
  const at = new Map(cells.map((cell) => [`${cell.weekday} ${cell.hour}`, cell.booked]))
  return (
    <table className={styles.map}>
      <caption className={hidden.hidden}>{caption}</caption>
      <thead>
        <tr>
          <td />
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col">
              {weekdayShort(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">{hourOf(hour)}</th>
            {WEEKDAYS.map((weekday) => {
              const booked = at.get(`${weekday} ${hour}`) ?? 0
              return (
                <td key={weekday} className={styles.cell} data-heat={booked > 0 ? heatOf(booked) : 0}>
                  {booked}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
