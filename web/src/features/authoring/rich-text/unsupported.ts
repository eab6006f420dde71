// Markdown that the rich text editor would lose: such a text is edited as Markdown only.

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^\s*\|?\s*:?-{3,}:?\s*\|/m, 'a table'],
  [/^(?:```|~~~)/m, 'a block of code'],
  [/!\[[^\]]*\]\(/, 'a picture'],
  [/<\/?[a-z][^>]*>|<!--/i, 'HTML'],
  [/~~[^~]+~~/, 'struck-through words'],
  [/^\[[^\]]+\]:\s/m, 'link definitions'],
  [/^#(?:\s|#####?\s)/m, 'a heading of a size that pages do not have'],
]

/** What the editor does not support in a text; null if it supports everything. */
export const unsupported = (markdown: string): string | null =>
  SIGNS.find(([sign]) => sign.test(markdown.replaceAll(/`[^`\n]+`/g, '')))?.[1] ?? null
