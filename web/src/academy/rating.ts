/** A percentile in words (RULES 7.7), from the percentage of the field that is lower; null without a rating. */
export const ratingText = (betterThan: number | null | undefined): string | null =>
  betterThan === null || betterThan === undefined
    ? null
    : betterThan === 0
      ? 'All of the field to chase'
      : `Better than ${betterThan}% of the field`
