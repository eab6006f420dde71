import { Stack } from '../../components/layout/Stack'
import { Loading, Skeleton } from '../../components/feedback/States'
import { useFocusKept } from '../../components/use-focus-kept'
import { LoadError } from '../../state/LoadError'
import { Ceremony } from './stage/Ceremony'
import { ActResult } from './ActResult'
import { Setup } from './setup/Setup'
import { ScreenStatus } from './ScreenStatus'
import { useReveal } from './use-reveal'

/** The heading of a ceremony that has started, else the desk. */
const startOf = (desk: HTMLElement) => desk.querySelector<HTMLElement>('[data-takes-focus]') ?? desk

/** The operator's desk: the held finals, and the ceremony that reveals them. */
export function RevealDesk() {
  const reveal = useReveal()
  const { data, isError } = reveal.query
  const desk = useFocusKept<HTMLDivElement>(startOf)
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
    <div ref={desk} tabIndex={-1} data-own-connection="">
      <Stack gap={5} shrink="all">
        <ScreenStatus reveal={reveal} />
        {/* The ceremony shows it itself. */}
        <ActResult reveal={data.running ? null : reveal} />
        {data.running ? <Ceremony state={data} reveal={reveal} /> : <Setup state={data} reveal={reveal} />}
      </Stack>
    </div>
  )
}
