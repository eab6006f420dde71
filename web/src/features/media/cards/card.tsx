// Owns what all story cards have in common: their size, ground, signature and type. Every value stands in the drawing
// itself, so that it looks the same on the page and as a picture.
import type { CSSProperties, ReactNode, Ref } from 'react'
import { corners, pointList } from '../../../components/art/hexagon'
import type { CardData } from '../card-data'
import type { Palette } from '../palette'

/** A story's size, in pixels. */
export const WIDTH = 1080
export const HEIGHT = 1920
export const MARGIN = 84

export interface CardProps {
  data: CardData
  colours: Palette
  /** The drawing as an element, for the picture that is made of it. */
  ref?: Ref<SVGSVGElement>
}

/** Two decimals, as every score of the site. */
export const scoreText = (score: number): string => score.toFixed(2)

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `23 Nov 2026` */
export const dayText = (date: string | null): string =>
  date === null ? '' : DAY.format(Date.parse(`${date}T00:00:00Z`))

/** How wide a letter of the heavy cut is on average, as a share of its size. */
const LETTER = 0.7

/** The largest size up to `most` at which a text fits a width. */
export const fitted = (text: string, most: number, width = WIDTH - 2 * MARGIN): number =>
  Math.min(most, Math.floor(width / (Math.max(1, Array.from(text).length) * LETTER)))

interface WordsProps {
  x?: number
  y: number
  size: number
  fill: string
  anchor?: 'start' | 'middle' | 'end'
  /** `black` shouts, `heavy` names, `body` explains. */
  cut?: keyof typeof CUTS
  children: ReactNode
}

const CUTS = {
  black: { fontWeight: 880, fontStretch: '125%', letterSpacing: '-0.02em' },
  heavy: { fontWeight: 800, fontStretch: '118%' },
  body: { fontWeight: 560, fontStretch: '100%' },
} as const satisfies Record<string, CSSProperties>

/** A line of type. */
export function Words({ x = MARGIN, y, size, fill, anchor = 'start', cut = 'heavy', children }: WordsProps) {
  return (
    <text
      x={x}
      y={y}
      fill={fill}
      fontSize={size}
      textAnchor={anchor}
      fontFamily="'Archivo Variable', Arial, sans-serif"
      style={{ ...CUTS[cut], fontVariantNumeric: 'tabular-nums' }}
    >
      {children}
    </text>
  )
}

const MARK = { x: MARGIN + 33, y: 176 }
/** How much of a side its stroke leaves open at each end. */
const GAP = 0.09

/** The site's mark: six strokes around a core, one of them lit. */
function Mark({ colours: { text, mark } }: { colours: Palette }) {
  const rim = corners(MARK, 38)
  return (
    <g strokeWidth="11">
      {rim.map((from, index) => {
        const to = rim[(index + 1) % rim.length] ?? from
        const along = (share: number) =>
          `${(from.x + (to.x - from.x) * share).toFixed(1)} ${(from.y + (to.y - from.y) * share).toFixed(1)}`
        return <path key={index} d={`M${along(GAP)}L${along(1 - GAP)}`} stroke={index === 0 ? mark : text} />
      })}
      <polygon points={pointList(corners(MARK, 17))} fill={mark} />
    </g>
  )
}

interface FrameProps extends CardProps {
  /** What the card says, for those who cannot see it. */
  label: string
  children: ReactNode
}

/** A card: ground, the hexagon far behind, who signs it, whose it is. */
export function Frame({ data, colours, label, ref, children }: FrameProps) {
  const { ground, fade, text, quiet, line } = colours
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      width="100%"
      height="100%"
    >
      <rect width={WIDTH} height={HEIGHT} fill={ground} />
      {fade !== null && (
        <>
          <defs>
            <linearGradient id="card-fade" x1="0" y1="0" x2="0.35" y2="1">
              <stop offset="0.1" stopColor={fade} stopOpacity="0" />
              <stop offset="1" stopColor={fade} stopOpacity="0.5" />
            </linearGradient>
          </defs>
          <rect width={WIDTH} height={HEIGHT} fill="url(#card-fade)" />
        </>
      )}
      {[760, 980, 1200].map((radius) => (
        <polygon
          key={radius}
          points={pointList(corners({ x: 930, y: 330 }, radius))}
          fill="none"
          stroke={line}
          strokeOpacity="0.3"
          strokeWidth="3"
        />
      ))}
      <Mark colours={colours} />
      <Words x={MARGIN + 88} y={193} size={fitted(data.site, 48, 620)} fill={text}>
        {data.site}
      </Words>
      {children}
      <rect x={MARGIN} y={1700} width={WIDTH - 2 * MARGIN} height="4" fill={line} />
      <Words y={1782} size={fitted(data.name, 60, 620)} fill={text}>
        {data.name}
      </Words>
      <Words x={WIDTH - MARGIN} y={1780} size={36} fill={quiet} anchor="end" cut="body">
        {dayText(data.latest.date)}
      </Words>
    </svg>
  )
}
