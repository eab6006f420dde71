import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../../api/errors'
import { addDays } from '../../civil-date'
import { Icon } from '../../components/Icon'
import { ErrorState, Loading, Skeleton } from '../../components/States'
import { londonToday } from './london'
import { TeamForm } from './TeamForm'
import type { TeamsProps } from './Teams'
import styles from './Teams.module.css'
import { membersQuery, teamsQuery } from './wire'

interface TeamEditorProps extends TeamsProps {
  /** The team that is changed; absent for a new one. */
  id?: string
  onLeave: () => void
  onSaved: (id: string) => void
}

/** The form of a team with what it begins with. */
export function TeamEditor({ id, own, pickPlace, onLeave, onSaved }: TeamEditorProps) {
  return (
    <section className={styles.teams} aria-label={id ? 'Edit team' : 'New team'}>
      <button type="button" className={styles.back} onClick={onLeave}>
        <Icon name="arrowLeft" small />
        {id ? 'Back to the team' : 'All teams'}
      </button>
      {id ? (
        <Stored id={id} own={own} pickPlace={pickPlace} onLeave={onLeave} onSaved={onSaved} />
      ) : (
        <TeamForm
          start={{
            name: '',
            coach: '',
            people: [],
            place: { date: addDays(londonToday(), 1), time: null, bypass: false },
          }}
          own={own}
          pickPlace={pickPlace}
          onLeave={onLeave}
          onSaved={onSaved}
        />
      )}
    </section>
  )
}

type StoredProps = Pick<TeamEditorProps, 'own' | 'pickPlace' | 'onLeave' | 'onSaved'> & { id: string }

function Stored({ id, ...rest }: StoredProps) {
  // As it is now: what changes meanwhile is told when the form is saved, and takes nothing from what is typed.
  const still = { staleTime: 0, refetchInterval: false as const, refetchOnWindowFocus: false }
  const team = useQuery({ ...teamsQuery({ teamBookingId: id }), ...still })
  const members = useQuery({ ...membersQuery(id), ...still })
  const failed = [team, members].find((query) => query.isError && !query.data)
  const found = team.data?.teams[0]
  if (found && members.data && team.isFetchedAfterMount && members.isFetchedAfterMount) {
    const { teamName, coachUaid, testDate, testTime, rev } = found
    return (
      <TeamForm
        key={rev}
        before={found}
        start={{
          name: teamName,
          coach: coachUaid ?? '',
          people: members.data.users,
          place: { date: testDate, time: testTime, bypass: false },
        }}
        onReload={() => {
          void members.refetch()
          void team.refetch()
        }}
        {...rest}
      />
    )
  }
  if (failed)
    return (
      <ErrorState
        title={navigator.onLine ? undefined : 'You are offline'}
        message={errorSentence(failed.error)}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    )
  return (
    <Loading label="Loading the team">
      <Skeleton height="32rem" />
    </Loading>
  )
}
