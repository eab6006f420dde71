import { TEST_TYPES } from '../../../components/art/TestArt'
import { fitted, Frame, MARGIN, scoreText, WIDTH, Words, type CardProps } from './card'

const FIRST = 806
const STEP = 146
const FULL = WIDTH - 2 * MARGIN
/** How far a bar's right end leans: the hexagon's angle. */
const LEAN = 18

const bar = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}l${-LEAN} ${height}H${x}z`

/** One visit in full: the final score, and each of the six tests with its points. */
export function ResultDetails({ data, colours, ref }: CardProps) {
  const { tests, score } = data.latest
  const told = TEST_TYPES.filter((test) => tests[test] !== undefined)
    .map((test) => `${test} ${(tests[test] ?? 0).toFixed(2)}`)
    .join(', ')
  return (
    <Frame
      data={data}
      colours={colours}
      ref={ref}
      label={`Result of ${data.name}: final score ${scoreText(score)}; ${told}`}
    >
      <Words y={334} size={fitted('Six tests. One score.', 74)} fill={colours.text} cut="black">
        Six tests. One score.
      </Words>
      <Words y={452} size={40} fill={colours.quiet} cut="body">
        {data.season === null ? 'Final score' : `${data.season}, final score`}
      </Words>
      <Words y={640} size={224} fill={colours.text} cut="black">
        {scoreText(score)}
      </Words>
      {TEST_TYPES.map((test, index) => {
        const y = FIRST + index * STEP
        const points = tests[test]
        const share = Math.min(1, Math.max(0, (points ?? 0) / 100))
        return (
          <g key={test}>
            <Words y={y} size={44} fill={colours.text}>
              {test}
            </Words>
            <Words x={WIDTH - MARGIN} y={y} size={44} fill={colours.text} anchor="end">
              {points === undefined ? '–' : points.toFixed(2)}
            </Words>
            <path d={bar(MARGIN, y + 24, FULL, 26)} fill={colours.line} fillOpacity="0.45" />
            {share > 0 && (
              <path d={bar(MARGIN, y + 24, Math.max(LEAN * 2, FULL * share), 26)} fill={colours.mark} />
            )}
          </g>
        )
      })}
    </Frame>
  )
}
