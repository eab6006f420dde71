import { Today } from '../../../features/numbers/Today'
import { WaitingRequests } from '../../../features/results-desk/WaitingRequests'
import { paths } from '../../../paths'

/** The day at a glance, and what waits for a decision. */
export function TodaySection() {
  return (
    <>
      <WaitingRequests href={paths.deliveryAdmin({ section: 'results', view: 'desk' })} />
      <Today />
    </>
  )
}
