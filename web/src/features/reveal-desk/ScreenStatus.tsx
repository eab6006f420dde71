import type { MouseEvent } from 'react'
import { londonTimeWithSeconds } from '../../academy/london'
import { toServerTime } from '../../api/clock'
import { LinkButton } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Icon } from '../../components/graphics/Icon'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import { paths } from '../../paths'
import { useNow } from '../../state/use-now'
import { POLL_MS } from './api'
import styles from './ScreenStatus.module.css'
import type { Reveal } from './use-reveal'

/** The name of the one window, however often it is opened. */
const VENUE = 'venue-screen'

/** Without an answer for this long, what the desk shows may be out of date, though no request has failed yet. */
const FRESH_MS = 3 * POLL_MS

/** Whether the desk is up to date, and a link to the hall's screen. */
export function ScreenStatus({ reveal: { query, online } }: { reveal: Reveal }) {
  const now = useNow(1_000, Date.now)
  const behind = query.isError || query.failureCount > 0 || now - query.dataUpdatedAt > FRESH_MS
  const seen = londonTimeWithSeconds(toServerTime(query.dataUpdatedAt))
  return (
    <Cluster gap={[2, 5]} align="center" between>
      <p className={styles.words} role="status" data-good={online && !behind}>
        <span className={styles.mark} aria-hidden="true" />
        {!online
          ? `Offline. The screens keep what they show; this desk waits for the network. Last seen ${seen}.`
          : behind
            ? `The server does not answer. This is how it stood at ${seen}; we keep trying.`
            : 'Up to date with the screens'}
      </p>
      <LinkButton
        variant="secondary"
        href={paths.leaderboard({ fullscreen: true })}
        target={VENUE}
        onClick={openWindow}
      >
        <Icon name="external" small />
        Venue screen
        <VisuallyHidden> in a new window</VisuallyHidden>
      </LinkButton>
    </Cluster>
  )
}

/** A window without tabs, to be put on the hall's screen; where the browser opens none, the link opens a tab. */
function openWindow(event: MouseEvent<HTMLAnchorElement>) {
  if (window.open(event.currentTarget.href, VENUE, 'popup,width=1280,height=720')) event.preventDefault()
}
