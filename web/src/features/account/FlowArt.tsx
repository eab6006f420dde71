import { corners, pointList, roundedPath } from '../../components/art/hexagon'
import css from './FlowLayout.module.css'

const CENTRE = { x: 200, y: 200 }
const RINGS = [60, 100, 140]
const TRACK = corners(CENTRE, 170)

interface FlowArtProps {
  /** How much of the track is run, 0 to 1. */
  share: number
}

/** The hexagon as a running track: it closes as the flow goes on. Drawn only, nothing to read. */
export function FlowArt({ share }: FlowArtProps) {
  const track = roundedPath(TRACK, 0.08)
  return (
    <svg className={css.art} viewBox="0 0 400 400" aria-hidden="true" focusable="false">
      {RINGS.map((radius) => (
        <polygon key={radius} className={css.artRing} points={pointList(corners(CENTRE, radius))} />
      ))}
      {TRACK.map((corner) => (
        <line
          key={`${corner.x} ${corner.y}`}
          className={css.artRing}
          x1={CENTRE.x}
          y1={CENTRE.y}
          x2={corner.x}
          y2={corner.y}
        />
      ))}
      <path className={css.artTrack} d={track} />
      <path
        className={css.artRun}
        d={track}
        pathLength={1}
        strokeDasharray="1 1"
        strokeDashoffset={1 - Math.min(1, Math.max(0, share))}
      />
    </svg>
  )
}
