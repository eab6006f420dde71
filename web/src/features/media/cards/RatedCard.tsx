import { TEST_TYPES } from '../../../components/art/TestArt'
import { ratingWords, type Ratings } from '../ratings'
import { fitted, Frame, MARGIN, scoreText, WIDTH, Words, type CardProps } from './card'

const FIRST = 900
const STEP = 132
const FULL = WIDTH - 2 * MARGIN
/** How far a bar's right end leans: the hexagon's angle. */
const LEAN = 18
/** Where a rating ends, left of the points. */
const BEFORE_POINTS = WIDTH - MARGIN - 210

const bar = (y: number, width: number) => `M${MARGIN} ${y}h${width}l${-LEAN} 22H${MARGIN}z`

/** The score card: the final score and the six tests, each with its rating in the season's field. */
export function RatedCard({ data, colours, ratings, ref }: CardProps & { ratings: Ratings }) {
  const { tests, score } = data.latest
  const story =
    ratings.final === null
      ? 'Six tests. One score.'
      : `${ratingWords(ratings.final)}${ratings.final === 0 ? '' : ' of the field'}`
  const told = TEST_TYPES.flatMap((test) => {
    const rating = ratings.tests[test]
    const points = tests[test]
    if (points === undefined) return []
    return `${test} ${scoreText(points)}${rating === undefined ? '' : `, ${ratingWords(rating).toLowerCase()}`}`
  }).join('; ')
  return (
    <Frame
      data={data}
      colours={colours}
      ref={ref}
      label={`Score card of ${data.name}: final score ${scoreText(score)}. ${story}. ${told}`}
    >
      <Words y={334} size={fitted(data.season ?? 'Score card', 92)} fill={colours.text} cut="black">
        {data.season ?? 'Score card'}
      </Words>
      <Words y={452} size={40} fill={colours.quiet} cut="body">
        Final score
      </Words>
      <Words y={640} size={224} fill={colours.mark} cut="black">
        {scoreText(score)}
      </Words>
      <Words y={744} size={fitted(story, 52)} fill={colours.text}>
        {story}
      </Words>
      {TEST_TYPES.map((test, index) => {
        const y = FIRST + index * STEP
        const points = tests[test]
        const rating = ratings.tests[test]
        const share = Math.min(1, Math.max(0, (points ?? 0) / 100))
        return (
          <g key={test}>
            <Words y={y} size={42} fill={colours.text}>
              {test}
            </Words>
            {rating !== undefined && (
              <Words x={BEFORE_POINTS} y={y} size={34} fill={colours.quiet} anchor="end" cut="body">
                {ratingWords(rating)}
              </Words>
            )}
            <Words x={WIDTH - MARGIN} y={y} size={42} fill={colours.text} anchor="end">
              {points === undefined ? '–' : scoreText(points)}
            </Words>
            <path d={bar(y + 24, FULL)} fill={colours.line} fillOpacity="0.45" />
            {share > 0 && <path d={bar(y + 24, Math.max(LEAN * 2, FULL * share))} fill={colours.mark} />}
          </g>
        )
      })}
    </Frame>
  )
}
