import { Stack } from '../../components/layout/Stack'
import { Loading, Skeleton } from '../../components/feedback/States'
import { LoadError } from '../../state/LoadError'
import { Ceremony } from './stage/Ceremony'
import { ActResult } from './ActResult'
import { Setup } from './setup/Setup'
import { ScreenStatus } from './ScreenStatus'
import { useReveal } from './use-reveal'

/** The operator's desk: the held finals, and the ceremony that reveals them. */
export function RevealDesk() {
  const reveal = useReveal()
  const { data, isError } = reveal.query
  if (!data && isError) return <LoadError query={reveal.query} />
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
