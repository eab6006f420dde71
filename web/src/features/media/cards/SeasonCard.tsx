import { corners, pointList, shape } from '../../../components/art/hexagon'
import { TEST_TYPES } from '../../../components/art/TestArt'
import { fitted, Frame, MARGIN, scoreText, WIDTH, Words, type CardProps } from './card'

const CENTRE = { x: WIDTH / 2, y: 870 }
const RADIUS = 372

/** Where a corner's name stands: above the upper corners, below the lower ones, never outside the card. */
const LABELS = [
  { x: CENTRE.x, y: CENTRE.y - RADIUS - 66, anchor: 'middle' },
  { x: WIDTH - MARGIN, y: CENTRE.y - RADIUS / 2 - 84, anchor: 'end' },
  { x: WIDTH - MARGIN, y: CENTRE.y + RADIUS / 2 + 56, anchor: 'end' },
  { x: CENTRE.x, y: CENTRE.y + RADIUS + 56, anchor: 'middle' },
  { x: MARGIN, y: CENTRE.y + RADIUS / 2 + 56, anchor: 'start' },
  { x: MARGIN, y: CENTRE.y - RADIUS / 2 - 84, anchor: 'start' },
] as const

/** The season's card: the athlete's shape in the hexagon and the final score. */
export function SeasonCard({ data, colours, ref }: CardProps) {
  const { tests, score } = data.latest
  const shares = TEST_TYPES.map((test) => (tests[test] ?? 0) / 100)
  const points = shape(CENTRE, RADIUS, shares)
  const season = data.season ?? 'Six tests. One score.'
  return (
    <Frame
      data={data}
      colours={colours}
      ref={ref}
      label={`Season card of ${data.name}, ${season}: final score ${scoreText(score)}`}
    >
      <Words y={334} size={fitted(season, 92)} fill={colours.text} cut="black">
        {season}
      </Words>
      {[1, 0.75, 0.5, 0.25].map((share) => (
        <polygon
          key={share}
          points={pointList(corners(CENTRE, RADIUS * share))}
          fill="none"
          stroke={colours.line}
          strokeWidth={share === 1 ? 6 : 3}
          strokeOpacity={share === 1 ? 1 : 0.6}
        />
      ))}
      <polygon
        points={pointList(points)}
        fill={colours.mark}
        fillOpacity="0.28"
        stroke={colours.mark}
        strokeWidth="10"
        strokeLinejoin="round"
      />
      {points.map((point, index) => (
        <circle key={TEST_TYPES[index]} cx={point.x} cy={point.y} r="15" fill={colours.mark} />
      ))}
      {TEST_TYPES.map((test, index) => {
        const at = LABELS[index]
        if (!at) return null
        return (
          <g key={test}>
            <Words x={at.x} y={at.y} size={36} fill={colours.quiet} anchor={at.anchor} cut="body">
              {test}
            </Words>
            <Words x={at.x} y={at.y + 52} size={54} fill={colours.text} anchor={at.anchor}>
              {tests[test] === undefined ? '–' : tests[test].toFixed(0)}
            </Words>
          </g>
        )
      })}
      <Words y={1456} size={40} fill={colours.quiet} cut="body">
        Final score
      </Words>
      <Words y={1644} size={224} fill={colours.text} cut="black">
        {scoreText(score)}
      </Words>
    </Frame>
  )
}
