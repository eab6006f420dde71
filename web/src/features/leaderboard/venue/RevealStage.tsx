import { useEffect, type CSSProperties } from 'react'
import { classNames } from '../../../components/class-names'
import { corners, pointList } from '../../../components/art/hexagon'
import { VisuallyHidden } from '../../../components/VisuallyHidden'
import { nameOf, ordinal, scoreText } from '../board'
import { MovementMark } from '../Movement'
import type { Boards } from './boards'
import { isBefore, tempo, type Part } from './ceremony'
import { CountUp } from './CountUp'
import type { Act } from './director'
import { FitText } from './FitText'
import styles from './RevealStage.module.css'
import { rowOf } from './rows'
import { VENUE_BOARDS } from './settings'
import { chord, swell } from './sound'

const RING = corners({ x: 500, y: 500 }, 480)

interface RevealStageProps {
  act: Act
  /** What is known of where they stand. */
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
        {[since('name') && name, ...(stands ? result(score, reveal.position) : [])]
          .filter(Boolean)
          .join(', ')}
      </VisuallyHidden>
      <div className={styles.dark} />
      <div className={styles.card} aria-hidden="true">
        <svg viewBox="0 0 1000 1000" className={classNames(styles.ring, part === 'pause' && styles.breath)}>
          <polygon points={pointList(RING)} className={styles.side} />
          {RING.map((point, index) => {
            const next = RING[(index + 1) % RING.length] ?? point
            return (
              <path
                key={index}
                d={`M${point.x} ${point.y}L${next.x} ${next.y}`}
                className={styles.stroke}
                style={{ '--turn': index } as CSSProperties}
              />
            )
          })}
        </svg>
        <p className={styles.step}>{running ? `Reveal ${step} of ${steps}` : 'Reveal'}</p>
        {since('name') && (
          <p className={styles.who}>
            <FitText className={styles.name} breaks>
              {name}
            </FitText>
          </p>
        )}
        <p className={classNames(styles.points, since('count') ? styles.shown : styles.hidden)}>
          <CountUp score={score} from={from} speed={speed} sound={sound} />
        </p>
        <div className={styles.places}>{stands && <Places act={act} boards={boards} />}</div>
      </div>
    </section>
  )
}

const result = (score: number, position: number | null) => [
  scoreText(score),
  position !== null && `${ordinal(position)} overall`,
]

/** Where they stand: among everybody, and among women or men where that board shows them. */
function Places({ act: { reveal }, boards }: { act: Act; boards: Boards | null }) {
  const { position, prevPosition } = reveal
  const others = VENUE_BOARDS.filter(({ value }) => value !== 'overall').flatMap(({ value, label }) => {
    const row = boards && rowOf(boards[value], reveal)
    return row ? [{ label, position: row.position }] : []
  })
  return (
    <>
      {position !== null && (
        <p className={styles.place}>
          <strong>{ordinal(position)}</strong> overall
          <span className={styles.movement}>
            <MovementMark row={{ position, prevPosition }} />
          </span>
        </p>
      )}
      {others.map((other) => (
        <p key={other.label} className={styles.place}>
          <strong>{ordinal(other.position)}</strong> {other.label.toLowerCase()}
        </p>
      ))}
    </>
  )
}
