// The geometry of the hexagon: points, rounded outlines and shapes inside it. Knows nothing of scores or tests; angles
// are clockwise from the top corner, lengths are SVG user units.

export interface Point {
  x: number
  y: number
}

/** How a hexagon is seen: `squash` flattens it towards the horizon, `turn` rotates it clockwise, in degrees. */
export interface View {
  squash?: number
  turn?: number
}

/** The six corners of a hexagon with a corner at the top, clockwise from there. */
export function corners(centre: Point, radius: number, { squash = 1, turn = 0 }: View = {}): Point[] {
  return Array.from({ length: 6 }, (_, index) => {
    const angle = (Math.PI / 3) * index - Math.PI / 2 + (turn * Math.PI) / 180
    return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) * squash }
  })
}

/** One point per share (0 to 1) on the six axes, clockwise from the top: the outline of a score. */
export function shape(centre: Point, radius: number, shares: readonly number[]): Point[] {
  return corners(centre, radius).map((corner, index) => {
    const share = Math.min(1, Math.max(0, shares[index] ?? 0))
    return { x: centre.x + (corner.x - centre.x) * share, y: centre.y + (corner.y - centre.y) * share }
  })
}

/** The side from one corner of a ring to the next as a path that stops short of both by a share of its length. */
export function sideOf(ring: readonly Point[], index: number, gap: number, digits = 1): string {
  const from = ring[index % ring.length] ?? { x: 0, y: 0 }
  const to = ring[(index + 1) % ring.length] ?? from
  const at = (share: number) =>
    `${(from.x + (to.x - from.x) * share).toFixed(digits)} ${(from.y + (to.y - from.y) * share).toFixed(digits)}`
  return `M${at(gap)}L${at(1 - gap)}`
}

const round = (value: number) => Math.round(value * 10) / 10

/** `x,y x,y …` for `polygon` and `polyline`. */
export function pointList(points: readonly Point[]): string {
  return points.map((point) => `${round(point.x)},${round(point.y)}`).join(' ')
}

/** A closed path through the points with each corner rounded by `cut` (a share of the side, 0 to 0.5). */
export function roundedPath(points: readonly Point[], cut: number): string {
  const between = (from: Point, to: Point, share: number): Point => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  })
  const write = (point: Point) => `${round(point.x)} ${round(point.y)}`
  const parts = points.map((corner, index) => {
    const before = points[(index + points.length - 1) % points.length] ?? corner
    const after = points[(index + 1) % points.length] ?? corner
    const start = between(corner, before, cut)
    const end = between(corner, after, cut)
    return `${index === 0 ? 'M' : 'L'}${write(start)}Q${write(corner)} ${write(end)}`
  })
  return `${parts.join('')}Z`
}
