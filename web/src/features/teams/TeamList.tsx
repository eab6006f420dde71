import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { addDays, isCivilDate, REVERSED, type CivilDate } from '../../academy/civil-date'
import { londonToday } from '../../academy/london'
import { fullName } from '../../academy/names'
import { Button } from '../../components/Button'
import { classNames } from '../../components/class-names'
import { Cluster } from '../../components/layout/Cluster'
import { Icon } from '../../components/graphics/Icon'
import { SelectField } from '../../components/form/SelectField'
import { Stack } from '../../components/layout/Stack'
import { EmptyState } from '../../components/feedback/States'
import { DayRange } from '../../components/form/DayRange'
import filters from '../../components/form/filters.module.css'
import text from '../../components/text.module.css'
import type { AddressQuery } from '../../state/address'
import { Loaded } from '../../state/Loaded'
import { MoreButton } from '../../state/MoreButton'
import type { TeamsProps } from './props'
import styles from './Teams.module.css'
import { TeamTable } from './TeamTable'
import { allCoachesQuery, teamsQuery, type TeamFilter } from './api'

/** How far ahead programme delivery sees by default, in days. */
const AHEAD_DAYS = 30

interface TeamListProps extends TeamsProps {
  onOpen: (id: string) => void
  onNew: () => void
}

/** The filter of an address: without days, all teams of a coach, or everybody's of the next thirty days. */
function readFilter({ coach, ...query }: AddressQuery, today: CivilDate): TeamFilter {
  const [first, last] = [query.from, query.to].map((day = '') => (isCivilDate(day) ? day : undefined))
  if (coach && !first && !last) return { uaid: coach }
  const from = first ?? (last && last < today ? last : today)
  return { from, to: last ?? addDays(from, AHEAD_DAYS), uaid: coach }
}

/** A coach's teams, upcoming ones first; or everybody's between two days. */
export function TeamList({ own, query, onQuery, onOpen, onNew }: TeamListProps) {
  const today = londonToday()
  const filter: TeamFilter = own ? {} : readFilter(query, today)
  const { from = '', to = '' } = filter
  const reversed = from > to
  const list = useInfiniteQuery({ ...teamsQuery(filter), enabled: !reversed })
  const teams = list.data?.pages.flatMap((page) => page.teams) ?? []
  const upcoming = teams.filter(({ testDate }) => testDate >= today)
  const past = teams.filter(({ testDate }) => testDate < today)
  return (
    <Stack as="section" gap={5} shrink="children" aria-labelledby="teams-title">
      <Cluster as="header" gap={[3, 5]} align="center" between>
        <h2 id="teams-title" className={classNames(text.h3, text.anywhere)}>
          Teams
        </h2>
        <Button onClick={onNew}>
          <Icon name="plus" small />
          New team
        </Button>
      </Cluster>
      {!own && (
        <Stack as="search" gap={4} align="start" className={classNames(styles.filters, filters.unmarked)}>
          <DayRange prefix="teams-" from={from} to={to} problem={reversed && REVERSED} onChange={onQuery} />
          <CoachFilter coach={query.coach} onCoach={(coach) => onQuery({ coach })} />
        </Stack>
      )}
      <Loaded result={list} label="Loading the teams" height="20rem">
        {() =>
          teams.length > 0 ? (
            <>
              {upcoming.length > 0 && (
                <TeamTable title="Upcoming" teams={upcoming} showCoach={!own} onOpen={onOpen} />
              )}
              {past.length > 0 && <TeamTable title="Past" teams={past} showCoach={!own} onOpen={onOpen} />}
              <MoreButton list={list}>Show more</MoreButton>
            </>
          ) : (
            <EmptyState
              title={from ? 'No team on these days' : 'No team yet'}
              action={
                <Button variant="secondary" onClick={onNew}>
                  New team
                </Button>
              }
            >
              {own
                ? 'Name a team, pick its athletes and a time: everybody gets a place, or nobody does.'
                : `Pick ${from ? 'other days' : 'another coach'}, or make a team.`}
            </EmptyState>
          )
        }
      </Loaded>
    </Stack>
  )
}

function CoachFilter({ coach, onCoach }: { coach?: string; onCoach: (coach: string) => void }) {
  const { data } = useQuery(allCoachesQuery())
  return (
    <SelectField
      label="Coach"
      optional
      name="teams-coach"
      placeholder="All coaches"
      value={coach ?? ''}
      options={(data ?? []).map((one) => ({ value: one.uaid, label: fullName(one) }))}
      onChange={(event) => onCoach(event.currentTarget.value)}
    />
  )
}
