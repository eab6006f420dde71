import { useEffect, type CSSProperties } from 'react'
import { points } from '../../../../academy/numbers'
import { classNames } from '../../../../components/class-names'
import { VisuallyHidden } from '../../../../components/layout/VisuallyHidden'
import { nameOf, placeText, sharedPositions } from '../../board'
import { MovementMark } from '../../Movement'
import type { Boards } from '../scenes/boards'
import { isBefore, tempo, type Part } from './ceremony'
import { CountUp } from './CountUp'
import type { Act } from '../scenes/director'
import { FitText } from './FitText'
import styles from './RevealStage.module.css'
import { rowOf } from '../scenes/rows'
import { VENUE_BOARDS, type VenueBoard as Name } from '../settings'
import text from '../../../../components/text.module.css'
import { chord, swell } from './sound'

/** A hexagon as wide as a screen: its corners in shares of a thousand. */
const FRAME = [
  [30, 500],
  [165, 50],
  [835, 50],
  [970, 500],
  [835, 950],
  [165, 950],
] as const

interface RevealStageProps {
  act: Act
  /** The known positions. */
  boards: Boards | null
  sound: boolean
}

/** One reveal over the darkened board: a name, a breath, the score as it counts up, the place. */
export function RevealStage({ act, boards, sound }: RevealStageProps) {
  const { reveal, part, from } = act
  const { step, steps, running, speed } = reveal
  const name = nameOf({ uaid: null, firstName: reveal.firstName ?? '', lastName: reveal.lastName ?? '' })
  const score = reveal.score ?? 0
  const since = (wanted: Part) => !isBefore(part, wanted)
  const stands = since('stand')
  useEffect(() => {
    if (!sound) return
    if (part === 'dim') swell()
    if (part === 'stand') chord()
  }, [part, sound])
  return (
    <section
      className={classNames(styles.stage, since('land') && styles.leaving)}
      style={{ '--tempo': 1 / tempo(speed) } as CSSProperties}
      data-part={part}
      aria-label="Reveal"
    >
      <VisuallyHidden live>
        {[since('name') && name, ...(stands ? result(act, boards) : [])].filter(Boolean).join(', ')}
      </VisuallyHidden>
      <div className={styles.dark} />
      <Frame breathes={part === 'pause'} />
      <div className={styles.card} aria-hidden="true">
        <p className={styles.step}>{running ? `Reveal ${step} of ${steps}` : 'Reveal'}</p>
        <div className={styles.who}>
          {since('name') && (
            <FitText className={classNames(styles.name, text.poster)} breaks>
              {name}
            </FitText>
          )}
        </div>
        <p className={classNames(styles.points, since('count') ? styles.shown : styles.hidden, text.poster)}>
          <CountUp score={score} from={from} speed={speed} sound={sound} />
        </p>
        <div className={styles.places}>{stands && <Places act={act} boards={boards} />}</div>
      </div>
    </section>
  )
}

const result = ({ reveal }: Act, boards: Boards | null) => [
  points(reveal.score ?? 0),
  reveal.position !== null && `${overall(reveal, reveal.position, boards)} overall`,
]

/** Their place among everybody; a board from before the reveal cannot say who shares it. */
function overall(reveal: Act['reveal'], position: number, boards: Boards | null): string {
  const row = boards && rowOf(boards.overall, reveal)
  return placeText(position, row?.position === position && isShared(boards, 'overall', position))
}

const isShared = (boards: Boards | null, board: Name, position: number) =>
  boards !== null && sharedPositions(boards[board]).has(position)

/** Six strokes of light that close one after the other. */
function Frame({ breathes }: { breathes: boolean }) {
  return (
    <svg
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      className={classNames(styles.frame, breathes && styles.breath)}
      aria-hidden="true"
      focusable="false"
    >
      {FRAME.map(([x, y], index) => {
        const [toX, toY] = FRAME[(index + 1) % FRAME.length] ?? FRAME[0]
        return (
          <path
            key={index}
            d={`M${x} ${y}L${toX} ${toY}`}
            className={styles.stroke}
            style={{ '--turn': index } as CSSProperties}
          />
        )
      })}
    </svg>
  )
}

/** Their positions: overall, and among women or men on such a board. */
function Places({ act: { reveal }, boards }: { act: Act; boards: Boards | null }) {
  const { position, prevPosition } = reveal
  const others = VENUE_BOARDS.filter(({ value }) => value !== 'overall').flatMap(({ value, label }) => {
    const row = boards && rowOf(boards[value], reveal)
    return row ? [{ label, place: placeText(row.position, isShared(boards, value, row.position)) }] : []
  })
  return (
    <>
      {position !== null && (
        <p className={styles.place}>
          <strong>{overall(reveal, position, boards)}</strong> overall
          <span className={styles.movement}>
            <MovementMark row={{ position, prevPosition }} />
          </span>
        </p>
      )}
      {others.map((other) => (
        <p key={other.label} className={styles.place}>
          <strong>{other.place}</strong> {other.label.toLowerCase()}
        </p>
      ))}
    </>
  )
}
