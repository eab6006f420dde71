import { Athlete } from '../../components/art/Athlete'
import { corners, pointList, type Point } from '../../components/art/hexagon'
import { stance } from '../../components/art/poses'
import css from './FlowLayout.module.css'

const CENTRE = { x: 200, y: 200 }
const RINGS = [44, 84, 124]
const TRACK = corners(CENTRE, 176)
/** The gap at either end of each side. */
const GAP = 0.075

interface FlowArtProps {
  /** The share of the track that has been run, 0 to 1. */
  share: number
  /** One or two characters behind the athlete. */
  label?: string | undefined
}

const between = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
})

/**
 * The mark's six strokes as a running track that lights up as the flow proceeds, and an athlete who leaves the blocks
 * with it. Decorative.
 */
export function FlowArt({ share, label }: FlowArtProps) {
  return (
    <svg className={css.art} viewBox="0 0 400 400" aria-hidden="true" focusable="false">
      {label !== undefined && (
        <text className={css.artLabel} x="200" y="214" textAnchor="middle" dominantBaseline="middle">
          {label}
        </text>
      )}
      {RINGS.map((radius) => (
        <polygon key={radius} className={css.artRing} points={pointList(corners(CENTRE, radius))} />
      ))}
      {TRACK.map((corner, side) => {
        const next = TRACK[(side + 1) % TRACK.length] ?? corner
        const from = between(corner, next, GAP)
        const to = between(corner, next, 1 - GAP)
        const run = Math.min(1, Math.max(0, share * TRACK.length - side))
        const end = between(from, to, run)
        return (
          <g key={pointList([corner])}>
            <line className={css.artRing} x1={CENTRE.x} y1={CENTRE.y} x2={corner.x} y2={corner.y} />
            <line className={css.artTrack} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
            {run > 0 && <line className={css.artRun} x1={from.x} y1={from.y} x2={end.x} y2={end.y} />}
          </g>
        )
      })}
      <path d="M56 356H344L376 388H24Z" className={css.artFloor} />
      <path
        d="M104 356 82 388M152 356 140 388M200 356V388M248 356 260 388M296 356 318 388"
        className={css.artLane}
      />
      <g transform="translate(28 36) scale(1.14)">
        <Athlete pose={stance(share)} />
      </g>
    </svg>
  )
}
