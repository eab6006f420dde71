import { weekdayNames } from '../../academy/civil-date'

/** The head of a calendar: Mon to Sun, read out in full. */
export function WeekdayHead() {
  return (
    <thead>
      <tr>
        {weekdayNames.map((name) => (
          <th key={name} scope="col" abbr={name}>
            {name.slice(0, 3)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
