/** How a percentile is written (RULES 7.7). */

/** Whole per cent of the field that was left behind, never more than it was; null without a rating. */
export const fieldShare = (percentile: number | null | undefined): number | null =>
  percentile === null || percentile === undefined ? null : Math.min(99, Math.max(0, Math.floor(percentile)))

export function ratingText(percentile: number | null | undefined): string | null {
  const share = fieldShare(percentile)
  if (share === null) return null
  return share === 0 ? 'All of the field to chase' : `Better than ${share}% of the field`
}
