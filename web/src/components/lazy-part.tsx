import { createElement, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { Button } from './Button'
import { Notice } from './feedback/Notice'
import { MissingCode, PartBoundary } from './PartBoundary'

interface LazyPartProps {
  /** Stands in its place until its code is there. */
  pending?: ReactNode
  /** Stands in its place if its code does not come; a notice that offers to try again by default. */
  failure?: ReactNode
}

/**
 * A component whose code is loaded when it is first drawn. The network may be gone by then, or a release may have replaced the
 * code: then a notice stands in its place, and the page around it stays. A component of a page is a `part` instead
 * (`first-html/part.ts`): it is drawn at once when it has been preloaded, and its section shows what went wrong.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  const begun = (): ComponentType<P> =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        // The next one who asks tries again.
        newest = begun()
        throw new MissingCode(cause)
      }
    }) as unknown as ComponentType<P>
  let newest = begun()
  function LazyPart({ pending, failure, ...own }: P & LazyPartProps) {
    const [component, setComponent] = useState(() => newest)
    return (
      <PartBoundary
        of={component}
        broken={(error) => {
          // An error of the component itself is left to the boundary around it.
          if (!(error instanceof MissingCode)) throw error
          return failure ?? <NotLoaded load={load} onLoaded={() => setComponent(() => newest)} />
        }}
      >
        <Suspense fallback={pending}>{createElement(component, own as unknown as P)}</Suspense>
      </PartBoundary>
    )
  }
  return LazyPart
}

interface NotLoadedProps {
  load: () => Promise<unknown>
  onLoaded: () => void
}

function NotLoaded({ load, onLoaded }: NotLoadedProps) {
  const [state, setState] = useState<'lost' | 'loading' | 'still lost'>('lost')
  const again = () => {
    setState('loading')
    load().then(onLoaded, () => setState('still lost'))
  }
  // Some browsers never import again what they once failed to.
  const reload = state === 'still lost'
  return (
    <Notice
      tone="problem"
      role="alert"
      title="That did not load"
      actions={
        <Button
          variant="secondary"
          busy={state === 'loading'}
          onClick={reload ? () => window.location.reload() : again}
        >
          {reload ? 'Load the page again' : 'Try again'}
        </Button>
      }
    >
      {reload
        ? 'Once you have a connection, load the whole page again.'
        : 'Check your connection and try again.'}
    </Notice>
  )
}
