/** The paragraphs of a text, without markup. */
export function paragraphs(markdown: string): string[] {
  return markdown
    .split(/\n\s*\n/)
    .map(words)
    .filter((paragraph) => paragraph !== '')
}

function words(paragraph: string): string {
  return paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|\d+\.|[-+*]|>)\s+/gm, '')
    .replace(/\*\*|__|[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
