import { useState } from 'react'
import { Icon } from '../../../components/graphics/Icon'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { londonTime } from '../../../academy/london'
import { opensText, type Opening } from '../../../academy/openings'
import { useNow } from '../use-now'
import { nextOpening, runText, saidLeft, timeLeft } from './opening'
import styles from './OpeningBand.module.css'
import { useDraw } from './use-draw'

const keyOf = (opening: Opening | null) => JSON.stringify(opening)

/** The countdown to the next opening. It stays once booking has opened, so that nothing below it moves. */
export function OpeningBand({ openings }: { openings: readonly Opening[] }) {
  const nowMs = useNow(1_000)
  const coming = nextOpening(openings, nowMs)
  const [seen, setSeen] = useState(coming)
  const stored = seen !== null && openings.some((one) => keyOf(one) === keyOf(seen))
  const begun = stored && Date.parse(seen.opensAt) <= nowMs
  // Staff have moved or removed it meanwhile.
  if (!begun && keyOf(coming) !== keyOf(seen)) setSeen(coming)
  return seen && <Band key={seen.opensAt} opening={seen} nowMs={nowMs} />
}

function Band({ opening, nowMs }: { opening: Opening; nowMs: number }) {
  const inDraw = useDraw(opening, nowMs)
  const open = Date.parse(opening.opensAt) <= nowMs
  const run = runText(opening)
  return (
    <section className={styles.band} data-open={open || undefined} aria-label="Next opening">
      <div className={styles.words}>
        <h2 className={styles.title}>{open ? `${run} is open` : `Booking for ${run}`}</h2>
        <p className={styles.text}>
          {open
            ? 'Pick a day. Places go in the order in which people book.'
            : inDraw
              ? `You are in the draw. Places are drawn at ${londonTime(opening.opensAt)}.`
              : `Opens ${opensText(opening)}. No need to reload.`}
        </p>
      </div>
      <div role="timer" aria-live="off" className={styles.clock}>
        {open ? (
          <span className={styles.pair}>
            <Icon name="check" />
            <span className={styles.figure}>Open</span>
          </span>
        ) : (
          timeLeft(opening, nowMs).map(([figure, unit]) => (
            <span key={unit} className={styles.pair}>
              <span className={styles.figure}>{figure}</span>
              <span className={styles.unit}>{unit}</span>
            </span>
          ))
        )}
      </div>
      <VisuallyHidden live>{saidLeft(opening, nowMs)}</VisuallyHidden>
    </section>
  )
}
