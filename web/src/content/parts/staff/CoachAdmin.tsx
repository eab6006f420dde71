import { useLocation, useNavigate } from '@tanstack/react-router'
import { Tabs } from '../../../components/Tabs'
import { PlacePicker } from '../../../features/delivery/slot-picker/PlacePicker'
import { TeamBookings } from '../../../features/staff/TeamBookings'
import { OwnAthletes } from '../../../features/teams/members/OwnAthletes'
import { Teams } from '../../../features/teams/Teams'
import { paths } from '../../../paths'
import { readQuery, type InAddress } from '../../../state/address'
import type { PartProps } from '../../../first-html/part'
import { StaffArea } from './StaffArea'

const VIEWS = ['teams', 'bookings', 'athletes'] as const
type View = (typeof VIEWS)[number]

/** The coach's area: their teams, and when their athletes are tested. */
export function CoachAdmin(props: PartProps) {
  const navigate = useNavigate()
  const query = readQuery(useLocation({ select: (location) => location.searchStr }))
  const go = (to: InAddress['query'], step: boolean) =>
    void navigate({ href: paths.coachAdmin(to), replace: !step, resetScroll: false })
  // From the address as it is now: of two changes at once, the second would otherwise undo the first.
  const onQuery: InAddress['onQuery'] = (change, step = false) =>
    go({ ...readQuery(window.location.search), ...change }, step)
  return (
    <StaffArea {...props}>
      <Tabs<View>
        label="Your teams"
        value={VIEWS.find((known) => known === query.view) ?? 'teams'}
        onChange={(view) => go({ view }, true)}
        tabs={[
          {
            key: 'teams',
            label: 'Teams',
            content: <Teams own query={query} onQuery={onQuery} pickPlace={PlacePicker} />,
          },
          { key: 'bookings', label: 'Bookings', content: <TeamBookings /> },
          { key: 'athletes', label: 'Athletes', content: <OwnAthletes /> },
        ]}
      />
    </StaffArea>
  )
}
