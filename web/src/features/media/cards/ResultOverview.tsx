import { fitted, Frame, MARGIN, dayText, scoreText, WIDTH, Words, type CardProps } from './card'

/** How many results have room. */
const MOST = 6
const FLOOR = 1560
const TALLEST = 560
const LEAST = 90

/** All results so far: the best one large, and how it came to it, oldest first. */
export function ResultOverview({ data, colours, ref }: CardProps) {
  const { finals, best } = data
  const shown = finals.slice(-MOST)
  const step = (WIDTH - 2 * MARGIN) / Math.max(3, shown.length)
  const width = step - 28
  const low = Math.min(...shown.map(({ score }) => score))
  // From a little under the lowest, or every column would look the same.
  const base = Math.max(0, low - 15)
  const height = (score: number) =>
    LEAST + (TALLEST - LEAST) * Math.min(1, Math.max(0, (score - base) / Math.max(1, best.score - base)))
  const [first] = finals
  const gain = first ? best.score - first.score : 0
  const story =
    finals.length === 1
      ? 'One visit, one mark to beat.'
      : gain > 0
        ? `${finals.length} visits. ${scoreText(gain)} points up.`
        : `${finals.length} visits, and still going.`
  return (
    <Frame
      data={data}
      colours={colours}
      ref={ref}
      label={`Results of ${data.name}: ${shown.map(({ date, score }) => `${dayText(date)} ${scoreText(score)}`).join(', ')}`}
    >
      <Words y={334} size={fitted('Every mark so far', 92)} fill={colours.text} cut="black">
        Every mark so far
      </Words>
      <Words y={452} size={40} fill={colours.quiet} cut="body">
        Best final score
      </Words>
      <Words y={640} size={224} fill={colours.mark} cut="black">
        {scoreText(best.score)}
      </Words>
      <Words y={732} size={fitted(story, 44)} fill={colours.text}>
        {story}
      </Words>
      {Array.from({ length: Math.max(0, 3 - shown.length) }, (_, index) => {
        const x = MARGIN + (shown.length + index) * step
        return (
          <path
            key={index}
            d={`M${x} ${FLOOR - TALLEST + 22}l24 -22h${width - 24}V${FLOOR}H${x}z`}
            fill="none"
            stroke={colours.line}
            strokeWidth="4"
            strokeDasharray="4 16"
            strokeLinecap="round"
          />
        )
      })}
      {shown.map((final, index) => {
        const tall = height(final.score)
        const x = MARGIN + index * step
        const [day = '', month = ''] = dayText(final.date).split(' ')
        return (
          <g key={`${final.date ?? ''}-${index}`}>
            <path
              d={`M${x} ${FLOOR - tall + 22}l24 -22h${width - 24}V${FLOOR}H${x}z`}
              fill={final === best ? colours.mark : colours.line}
            />
            <Words
              x={x + width / 2}
              y={FLOOR - tall - 24}
              size={Math.min(46, width / 3.4)}
              fill={colours.text}
              anchor="middle"
            >
              {scoreText(final.score)}
            </Words>
            <Words x={x + width / 2} y={FLOOR + 54} size={32} fill={colours.quiet} anchor="middle" cut="body">
              {`${day} ${month}`}
            </Words>
          </g>
        )
      })}
    </Frame>
  )
}
