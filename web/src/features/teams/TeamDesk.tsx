import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../academy/numbers'
import { queryKeys } from '../../api/queries'
import { longDay } from '../../academy/civil-date'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Icon } from '../../components/graphics/Icon'
import { Stack } from '../../components/layout/Stack'
import { EmptyState } from '../../components/feedback/States'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'
import { Loaded } from '../../state/Loaded'
import { EndDialog, type Ending } from './EndDialog'
import { MemberTable } from './members/MemberTable'
import { ProfileSheet } from './members/ProfileSheet'
import type { TeamsProps } from './props'
import styles from './Teams.module.css'
import { teamQuery, type Member, type Team } from './api'
import { isDone, timesText } from './words'

interface TeamDeskProps extends TeamsProps {
  id: string
  onBack: () => void
  onEdit: () => void
}

/** A team: its time, its athletes, and the actions for both. */
export function TeamDesk({ id, own, onBack, onEdit }: TeamDeskProps) {
  const read = useQuery(teamQuery(id))
  return (
    <Stack as="section" gap={5} shrink="children" aria-label={read.data?.team?.teamName ?? 'Team'}>
      <button type="button" className={styles.back} onClick={onBack}>
        <Icon name="arrowLeft" small />
        All teams
      </button>
      <Loaded result={read} label="Loading the team" height="24rem">
        {({ team, users }) =>
          team && <Opened team={team} members={users} own={own} onBack={onBack} onEdit={onEdit} />
        }
      </Loaded>
    </Stack>
  )
}

interface OpenedProps extends Pick<TeamDeskProps, 'own' | 'onBack' | 'onEdit'> {
  team: Team
  members: readonly Member[]
}

function Opened({ team, members, own, onBack, onEdit }: OpenedProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // As they chose it: a refetch may bring the team without those whose cancellation was not answered.
  const [ending, setEnding] = useState<Ending | null>(null)
  const [shown, setShown] = useState<Member | null>(null)
  const open = members.filter((member) => !isDone(member))
  const selected = open.filter(({ uaid }) => chosen.has(uaid))
  const end = (act: 'cancel' | 'delete') =>
    setEnding({
      team,
      leaving: act === 'delete' ? open : selected,
      staying: act === 'delete' ? null : members.filter((member) => !selected.includes(member)),
    })
  const ended = (gone: boolean) => {
    setEnding(null)
    setChosen(new Set())
    // What is on screen is of a team that is no more: it is not asked for again.
    const refetchType = gone ? 'none' : 'active'
    void client.invalidateQueries({ queryKey: queryKeys.mine, refetchType })
    void client.invalidateQueries({ queryKey: queryKeys.availability, refetchType })
    if (gone) onBack()
  }
  return (
    <>
      <Cluster as="header" gap={[3, 5]} align="center" between>
        <Stack gap={1} shrink>
          <h2 className={classNames(text.h3, text.anywhere)}>{team.teamName}</h2>
          <p className={classNames(text.h4, text.figures)}>
            {longDay(team.testDate)}, {timesText(team)}
          </p>
          <p className={text.quiet}>
            {counted(members.length, 'athlete')}
            {!own && ` · ${team.coachName ? `Coach ${team.coachName}` : 'No coach'}`}
          </p>
        </Stack>
        <Cluster gap={[2, 3]}>
          <Button variant="secondary" onClick={onEdit}>
            Edit team
          </Button>
          <Button variant="quiet" onClick={() => end('delete')}>
            Delete team
          </Button>
        </Cluster>
      </Cluster>
      {members.length > 0 ? (
        <MemberTable
          members={members}
          day={team.testDate}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={setShown}
          own={own ?? false}
          coach={own ? null : team.coachUaid}
          actions={
            <Button
              variant="secondary"
              aria-disabled={selected.length === 0}
              onClick={() =>
                selected.length > 0 && end(selected.length === members.length ? 'delete' : 'cancel')
              }
            >
              {selected.length === 0 ? 'Cancel bookings' : `Cancel ${counted(selected.length, 'booking')}`}
            </Button>
          }
        />
      ) : (
        <EmptyState
          title="Nobody is in this team any more"
          action={
            <Button variant="secondary" onClick={onEdit}>
              Add athletes
            </Button>
          }
        >
          Each of them cancelled, declined or was taken out.
        </EmptyState>
      )}
      {ending && (
        <EndDialog
          {...ending}
          onClose={() => setEnding(null)}
          onEnded={() => ended(ending.staying === null)}
        />
      )}
      {shown && <ProfileSheet uaid={shown.uaid} name={shown} onClose={() => setShown(null)} />}
    </>
  )
}
