import { Stack } from '../../../components/layout/Stack'
import { WaitingCards } from '../../../features/delivery/reported-cards/WaitingCards'
import { Today } from '../../../features/numbers/Today'
import { WaitingRequests } from '../../../features/results-desk/WaitingRequests'
import { paths } from '../../../paths'

/** The day at a glance, and what waits for a decision. */
export function TodaySection() {
  return (
    <Stack gap={4} shrink="children">
      <WaitingRequests href={paths.deliveryAdmin({ section: 'results', view: 'desk' })} />
      <WaitingCards href={paths.deliveryAdmin({ section: 'cards' })} />
      <Today />
    </Stack>
  )
}
