import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { londonToday } from '../../academy/london'
import { availabilityQuery } from '../../api/booking'
import { addDays } from '../../academy/civil-date'
import { Icon } from '../../components/graphics/Icon'
import { Stack } from '../../components/layout/Stack'
import { Loaded } from '../../state/Loaded'
import { TeamForm } from './TeamForm'
import type { TeamDraft } from './draft'
import type { TeamsProps } from './props'
import styles from './Teams.module.css'
import { openedTeamQuery, type Member, type Team } from './api'

interface TeamEditorProps extends TeamsProps {
  /** The team that is changed; absent for a new one. */
  id?: string
  onLeave: () => void
  onSaved: (id: string) => void
}

/** The form of a team, with its initial values. */
export function TeamEditor({ id, own, pickPlace, onLeave, onSaved }: TeamEditorProps) {
  return (
    <Stack as="section" gap={5} shrink="children" aria-label={id ? 'Edit team' : 'New team'}>
      <button type="button" className={styles.back} onClick={onLeave}>
        <Icon name="arrowLeft" small />
        {id ? 'Back to the team' : 'All teams'}
      </button>
      {id ? (
        <Stored id={id} own={own} pickPlace={pickPlace} onLeave={onLeave} onSaved={onSaved} />
      ) : (
        <Fresh own={own} pickPlace={pickPlace} onLeave={onLeave} onSaved={onSaved} />
      )}
    </Stack>
  )
}

/** A new team, on the first day that has places. */
function Fresh(props: Pick<TeamEditorProps, 'own' | 'pickPlace' | 'onLeave' | 'onSaved'>) {
  const ahead = useQuery(availabilityQuery('test'))
  return (
    <Loaded result={ahead} label="Looking up what is free" height="32rem">
      {({ firstDate, days }) => {
        const free = days.find(({ slots }) => slots.some(({ available }) => available))
        const date = free?.date ?? firstDate ?? addDays(londonToday(), 1)
        return (
          <TeamForm
            start={{ name: '', coach: '', people: [], place: { date, time: null, bypass: false } }}
            {...props}
          />
        )
      }}
    </Loaded>
  )
}

type StoredProps = Pick<TeamEditorProps, 'own' | 'pickPlace' | 'onLeave' | 'onSaved'> & { id: string }

function Stored({ id, ...rest }: StoredProps) {
  const [reloads, setReloads] = useState(0)
  return (
    <Loaded result={useQuery(openedTeamQuery(id, reloads))} label="Loading the team" height="32rem">
      {({ team, users }) =>
        team && (
          <Opened
            key={reloads}
            team={team}
            users={users}
            onReload={() => setReloads(reloads + 1)}
            {...rest}
          />
        )
      }
    </Loaded>
  )
}

type OpenedProps = Omit<StoredProps, 'id'> & { team: Team; users: Member[]; onReload: () => void }

/** The form, with what the team was when it was opened: a change made meanwhile is reported when the form is saved. */
function Opened({ team, users, ...rest }: OpenedProps) {
  const [opened] = useState(() => ({ before: team, start: startOf(team, users) }))
  const [copies, setCopies] = useState(false)
  if (copies) return <TeamForm key="copy" start={copyOf(opened.start)} {...rest} />
  return <TeamForm {...opened} {...rest} onCopy={() => setCopies(true)} />
}

/** A new team of the same athletes, on a day that the form chooses. */
const copyOf = (start: TeamDraft): TeamDraft => ({
  ...start,
  people: start.people.map(({ uaid, firstName, lastName }) => ({ uaid, firstName, lastName })),
  place: { date: addDays(londonToday(), 1), time: null, bypass: false },
})

const startOf = ({ teamName, coachUaid, testDate, testTime }: Team, people: Member[]) => ({
  name: teamName,
  coach: coachUaid ?? '',
  people,
  place: { date: testDate, time: testTime, bypass: false },
})
