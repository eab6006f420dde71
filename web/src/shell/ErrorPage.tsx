import { useOnline } from '../api/client/network'
import { Page } from '../components/layout/Page'
import { ErrorState } from '../components/feedback/States'

/** A page that could not be shown: its code did not arrive, or it broke. */
export function ErrorPage({ reset }: { reset?: () => void }) {
  const online = useOnline()
  const again = () => {
    if (reset && online) reset()
    // A part that failed to load stays failed until the page is loaded afresh.
    window.location.reload()
  }
  return (
    <Page title="Something went wrong" heading={null}>
      <ErrorState
        title={online ? 'This page tripped' : 'You are offline'}
        message={
          online
            ? 'Something broke on our side, not yours. Load it again; if it trips twice, come back in a few minutes.'
            : 'We cannot load this page without a connection. Check it and try again.'
        }
        onRetry={again}
      />
    </Page>
  )
}
