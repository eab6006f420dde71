import { useQuery } from '@tanstack/react-query'
import { londonTime } from '../../academy/london'
import { errorSentence } from '../../api/error-sentence'
import { longDay } from '../../academy/civil-date'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Icon } from '../../components/graphics/Icon'
import { Notice } from '../../components/feedback/Notice'
import { Stack } from '../../components/layout/Stack'
import { ErrorState, Loading, Skeleton } from '../../components/feedback/States'
import text from '../../components/text.module.css'
import { useFocusKept } from '../../components/use-focus-kept'
import { ArrivalsPanel } from './ArrivalsPanel'
import { ClockWarning } from './ClockWarning'
import { ClosedDates } from './ClosedDates'
import { FirstDay } from './FirstDay'
import { HeldFinals } from './HeldFinals'
import { ScheduleWarning } from './ScheduleWarning'
import { Stages } from './Stages'
import { StuckLetters } from './StuckLetters'
import { dayNumbersQuery } from './api'

/** The day at a glance, refetched every twenty seconds while on screen. */
export function Today() {
  const { data, error, isError, isFetching, fetchStatus, refetch } = useQuery(dayNumbersQuery())
  const heading = useFocusKept<HTMLHeadingElement>()
  const again = () => void refetch()
  const offline = fetchStatus === 'paused'
  if (!data && (isError || offline))
    return (
      <ErrorState
        title={offline ? 'No connection' : undefined}
        message={offline ? 'The day appears once there is a network again.' : errorSentence(error)}
        onRetry={again}
        retrying={isFetching}
      />
    )
  if (!data)
    return (
      <Loading label="Looking up the day">
        <Skeleton height="2.5rem" width="16rem" />
        <Skeleton height="8rem" />
        <Skeleton height="24rem" />
      </Loading>
    )
  const asOf = londonTime(data.now)
  return (
    <Stack as="section" gap={5} shrink="all" aria-labelledby="today-title">
      <Cluster as="header" gap={[2, 5]} align="center" between>
        <h2 ref={heading} tabIndex={-1} id="today-title" className={text.h3}>
          {longDay(data.date)}
        </h2>
        <Cluster as="p" gap={4} nowrap align="center" className={text.quietFigures}>
          {`As of ${asOf}`}
          <Button variant="quiet" onClick={again} busy={isFetching}>
            <Icon name="refresh" small />
            Refresh
          </Button>
        </Cluster>
      </Cluster>
      <LiveRegion>
        {(isError || offline) && (
          <Notice tone="problem">
            {offline ? 'No connection.' : errorSentence(error)} {`These are the numbers of ${asOf}.`}
          </Notice>
        )}
      </LiveRegion>
      <ClockWarning today={data} />
      <ScheduleWarning warning={data.scheduleWarning ?? null} />
      <ClosedDates dates={data.closedDates} times={data.closedTimes} />
      <HeldFinals held={data.heldFinals} />
      {data.stuckLetters && <StuckLetters stuck={data.stuckLetters} />}
      <FirstDay setup={data.setup} />
      <Stages today={data} />
      <ArrivalsPanel today={data} asOf={asOf} />
    </Stack>
  )
}
