import { useQueryClient } from '@tanstack/react-query'
import { dayFullMonthYear } from '../../academy/civil-date'
import { londonDate, londonTime } from '../../academy/london'
import { errorSentence } from '../../api/error-sentence'
import { Button } from '../../components/Button'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Notice } from '../../components/feedback/Notice'
import { useOperation } from '../../state/use-operation'
import { dayNumbersQuery, trustClock, type Today } from './api'

const at = (iso: string) => `${dayFullMonthYear(londonDate(iso))} at ${londonTime(iso)}`

/** Warns that the server's clock has jumped, so that the server holds back what cannot be undone. */
export function ClockWarning({ today: { now, clockWarning } }: { today: Today }) {
  const queries = useQueryClient()
  const accept = useOperation(trustClock, {
    onSuccess: () => void queries.invalidateQueries({ queryKey: dayNumbersQuery().queryKey }),
  })
  return (
    <LiveRegion>
      {clockWarning && (
        <Notice
          tone="problem"
          title="Check the server’s clock"
          actions={
            <Button variant="secondary" busy={accept.status === 'loading'} onClick={() => void accept.run()}>
              The clock is right
            </Button>
          }
        >
          <p>
            It says {at(now)}, but the latest time seen before was {at(clockWarning.newest)}. If it is wrong,
            have it put right. Until then nobody is marked as missed, no reminders go out and no data is
            erased.
          </p>
          {accept.error && <p role="alert">{errorSentence(accept.error)}</p>}
        </Notice>
      )}
    </LiveRegion>
  )
}
