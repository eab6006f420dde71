import { errorSentence } from '../../api/errors'
import { Stack } from '../../components/layout/Stack'
import { ErrorState, Loading, Skeleton } from '../../components/feedback/States'
import { Ceremony } from './stage/Ceremony'
import { ActResult } from './ActResult'
import { Setup } from './setup/Setup'
import { ScreenStatus } from './ScreenStatus'
import { useReveal } from './use-reveal'

/** The operator's desk: the held finals, and the ceremony that reveals them. */
export function RevealDesk() {
  const reveal = useReveal()
  const { data, error, isError, isFetching, refetch } = reveal.query
  if (!data && isError)
    return <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data)
    return (
      <Loading label="Looking up what is held">
        <Skeleton height="3rem" />
        <Skeleton height="28rem" />
      </Loading>
    )
  return (
    // It always shows the state of the connection itself.
    <Stack gap={5} shrink="all" data-own-connection="">
      <ScreenStatus reveal={reveal} />
      {data.running ? (
        <Ceremony state={data} reveal={reveal} />
      ) : (
        <>
          <ActResult reveal={reveal} />
          <Setup state={data} reveal={reveal} />
        </>
      )}
    </Stack>
  )
}
