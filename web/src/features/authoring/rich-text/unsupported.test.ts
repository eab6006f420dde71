import { describe, expect, it } from 'vitest'
import { unsupported } from './unsupported'

const files = import.meta.glob('../../../../../content/items/*.json', { eager: true, import: 'default' })

describe('a text that the editor would lose something of', () => {
  it.each([
    ['| a | b |\n| --- | --- |\n| 1 | 2 |', 'a table'],
    ['```\ncode\n```', 'a block of code'],
    ['![x](/y.png)', 'a picture'],
    ['<script>alert(1)</script>', 'HTML'],
    ['~~gone~~', 'struck-through words'],
    ['# Too large', 'a heading of a size that pages do not have'],
  ])('%s is edited as Markdown', (markdown, what) => expect(unsupported(markdown)).toBe(what))

  it('is none of the usual ones', () => {
    expect(unsupported('## Fine\n\n- a **b** [c](/d) `<e>`\n\n1 < 2 and 3 > 2\n\n---')).toBeNull()
  })

  it('is none of the seeds', () => {
    const texts = [...JSON.stringify(files).matchAll(/"formattedtext","value":"((?:[^"\\]|\\.)*)"/g)]
    expect(texts.length).toBeGreaterThan(60)
    for (const [, text] of texts) expect(unsupported(JSON.parse(`"${text}"`) as string), text).toBeNull()
  })
})
