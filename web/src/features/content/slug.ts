/** A heading's anchor: its words in lower case, joined by hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]*>|&[a-z]+;/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
