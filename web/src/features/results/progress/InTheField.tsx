import { dayMonthYear } from '../../../academy/civil-date'
import { counted } from '../../../academy/numbers'
import type { SeasonField, Visit } from '../../../api/types'
import { Card } from '../../../components/layout/Card'
import { Skeleton } from '../../../components/feedback/States'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import touch from '../../../components/touch.module.css'
import { paths } from '../../../paths'
import { LoadError } from '../../../state/LoadError'
import { classNames } from '../../../components/class-names'
import { Share } from '../Rating'
import styles from './InTheField.module.css'

interface InTheFieldProps {
  visit: Visit
  query: {
    data?: { field: SeasonField | null } | undefined
    isError: boolean
    error: unknown
    isFetching: boolean
    refetch: () => unknown
  }
}

const GENDERS: Readonly<Record<string, string>> = { female: 'Women', male: 'Men' }

/** Among whom: `Everybody`, `Women`, `Age 25–29`. */
export function amongText({ among, name }: SeasonField['standings'][number]): string {
  if (among === 'everybody') return 'Everybody'
  if (among === 'gender') return GENDERS[name ?? ''] ?? 'Your gender'
  return name === 'U18' ? 'Under 18' : `Age ${(name ?? '').replace('-', '–')}`
}

/** Where the final of a visit stands among everybody in its season, in their gender and in their age group. */
export function InTheField({ visit, query }: InTheFieldProps) {
  const { data } = query
  return (
    <Card
      as="section"
      title="Where it stands"
      aside={<p className={text.quiet}>{dayMonthYear(visit.eventTestDate)}</p>}
    >
      {data === undefined && query.isError ? (
        <LoadError query={query} title="The field did not load" />
      ) : data === undefined ? (
        <div aria-busy="true">
          <Skeleton height="16rem" />
        </div>
      ) : data.field ? (
        <Standings field={data.field} />
      ) : (
        <p className={text.quiet}>
          This visit was outside every season, so there is no field to compare it with.
        </p>
      )}
    </Card>
  )
}

function Standings({ field }: { field: SeasonField }) {
  return (
    <>
      <p className={text.quiet}>Your final against everybody else’s best of season {field.season}.</p>
      <Stack as="ul" gap={5} className={styles.list}>
        {field.standings.map((standing) => {
          // An answer that was kept, or of an older node, may have no share.
          const { betterThan: share = null, people } = standing
          return (
            <li key={standing.among} className={styles.standing}>
              <span className={classNames(text.h4, text.heavy)}>{amongText(standing)}</span>
              {share === null || people === null ? (
                <span className={styles.few}>
                  {people === null
                    ? 'Fewer than ten people, so no number.'
                    : `Among ${counted(people, 'person', 'people')}`}
                </span>
              ) : (
                <>
                  <span className={classNames(text.score, text.h2, styles.share)}>
                    {share}
                    <span className={text.h4}>%</span>
                  </span>
                  <Share share={share} className={styles.bar} />
                  <span className={styles.words}>
                    {share === 0 ? 'All to chase among' : `Better than ${share}% of`}{' '}
                    {counted(people, 'person', 'people')}
                  </span>
                </>
              )}
            </li>
          )
        })}
      </Stack>
      <p>
        <a href={paths.leaderboard({ season: field.season })} className={touch.line}>
          See the board
        </a>
      </p>
    </>
  )
}
