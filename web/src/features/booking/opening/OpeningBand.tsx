import { useState } from 'react'
import { classNames } from '../../../components/class-names'
import { Icon } from '../../../components/graphics/Icon'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { londonTime } from '../../../academy/london'
import { opensText, type Opening } from '../../../academy/openings'
import { useNow } from '../../../state/use-now'
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
      <Stack gap={2}>
        <h2 className={classNames(text.h3, text.title, text.snug)}>
          {open ? `${run} is open` : `Booking for ${run}`}
        </h2>
        <p className={styles.text}>
          {open
            ? 'Pick a day. Places go in the order in which people book.'
            : inDraw
              ? `You are in the draw. Places are drawn at ${londonTime(opening.opensAt)}.`
              : `Opens ${opensText(opening)}. No need to reload.`}
        </p>
      </Stack>
      <Cluster gap={[2, 5]} align="baseline" role="timer" aria-live="off" className={styles.clock}>
        {open ? (
          <Cluster as="span" gap={2} inline nowrap align="baseline" className={text.nowrap}>
            <Icon name="check" />
            <span className={classNames(text.score, text.h2)}>Open</span>
          </Cluster>
        ) : (
          timeLeft(opening, nowMs).map(([figure, unit]) => (
            <Cluster key={unit} as="span" gap={2} inline nowrap align="baseline" className={text.nowrap}>
              <span className={classNames(text.score, text.h2)}>{figure}</span>
              <span className={text.note}>{unit}</span>
            </Cluster>
          ))
        )}
      </Cluster>
      <VisuallyHidden live>{saidLeft(opening, nowMs)}</VisuallyHidden>
    </section>
  )
}
