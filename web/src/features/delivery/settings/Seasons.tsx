import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../../api/queries'
import { shortDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { Table } from '../../../components/table/Table'
import text from '../../../components/text.module.css'
import { useFocusKept } from '../../../components/use-focus-kept'
import { Loaded } from '../../../state/Loaded'
import styles from './ProgrammeSettings.module.css'
import { RemoveSeasonDialog } from './RemoveSeasonDialog'
import { daysOf, SeasonDialog } from './SeasonDialog'
import { seasonsQuery, type ListedSeason } from './api'

/** The list of seasons: one can be added at the end, and the last can be changed or removed. */
export function Seasons() {
  const result = useQuery(seasonsQuery())
  return (
    <Loaded result={result} label="Loading the seasons" height="28rem">
      {({ seasons }) => <SeasonTable seasons={seasons} />}
    </Loaded>
  )
}

/** `1 Sep 2026`, of an ISO instant in London. */
const plainDate = (at: string): string => shortDate(at.slice(0, 10)).slice(4)

/** As it was when the dialog was opened: a new season whose answer was lost is not taken for the one before it. */
type Open =
  { act: 'add'; after: ListedSeason | undefined } | { act: 'change' | 'remove'; season: ListedSeason }

function SeasonTable({ seasons }: { seasons: readonly ListedSeason[] }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  // The line with the pressed button goes.
  const foot = useFocusKept<HTMLDivElement>((box) => box.querySelector('button'))
  const last = seasons.at(-1)
  const close = () => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: seasonsQuery().queryKey })
    void queries.invalidateQueries({ queryKey: queryKeys.config })
  }
  return (
    <Stack gap={5} shrink="children">
      <p className={text.intro}>
        Each season starts the day after the one before ends, so only the last one can be changed. To change
        an earlier one, remove those after it first. The first ten came with the programme and stay as they
        are, and days with finals stay in a season.
      </p>
      <Table
        look="rows"
        columns={[
          'Season',
          'From',
          'To',
          { label: 'Days', className: styles.number },
          { label: <VisuallyHidden>Change</VisuallyHidden> },
        ]}
        className={styles.table}
      >
        <tbody>
          {seasons.toReversed().map((season) => (
            <tr key={season.season} data-running={season.running || undefined}>
              <th scope="row">
                Season {season.season}
                {season.running && <span className={styles.mark}>Running</span>}
              </th>
              <td data-label="From">{plainDate(season.start)}</td>
              <td data-label="To">{plainDate(season.end)}</td>
              <td data-label="Days" className={styles.number}>
                {daysOf(season.start.slice(0, 10), season.end.slice(0, 10))}
              </td>
              <td className={styles.acts}>
                {!season.builtIn && season === last && (
                  <Button variant="quiet" onClick={() => setOpen({ act: 'change', season })}>
                    Change<VisuallyHidden> season {season.season}</VisuallyHidden>
                  </Button>
                )}
                {season.removable && (
                  <Button variant="quiet" onClick={() => setOpen({ act: 'remove', season })}>
                    Remove<VisuallyHidden> season {season.season}</VisuallyHidden>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div ref={foot}>
        <Button onClick={() => setOpen({ act: 'add', after: last })}>
          Add season {(last?.season ?? 0) + 1}
        </Button>
      </div>
      {open?.act === 'add' && <SeasonDialog after={open.after} onClose={close} />}
      {open?.act === 'change' && <SeasonDialog season={open.season} after={seasons.at(-2)} onClose={close} />}
      {open?.act === 'remove' && <RemoveSeasonDialog season={open.season} onClose={close} />}
    </Stack>
  )
}
