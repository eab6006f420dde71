// The sample points of a test's scale: which result earns 0, 20, 40 … 100 points.

/** The points that a scale shows. */
const STEPS = [0, 20, 40, 60, 80, 100] as const

export interface ScaleMark {
  points: number
  result: string
}

/** Results on the straight line between the mark for 0 and the mark for 100 points. */
export function scaleMarks(zero: number, hundred: number, decimals: number): ScaleMark[] {
  return STEPS.map((points) => ({
    points,
    result: (zero + ((hundred - zero) * points) / 100).toFixed(decimals),
  }))
}
