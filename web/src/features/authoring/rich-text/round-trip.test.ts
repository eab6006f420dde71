// Opening a text in the editor and saving it must not change its meaning.
import { Editor } from '@tiptap/core'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { richTextExtensions } from './extensions'

const files = import.meta.glob('../../../../../content/items/*.json', { eager: true, import: 'default' })

function textsOf(value: unknown, place: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  if ('elementType' in value && value.elementType === 'formattedtext' && 'value' in value)
    return [[place, String(value.value)]]
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${place}.${key}`))
}

const texts = Object.entries(files).flatMap(([path, json]) => textsOf(json, path.replace(/^.*\//, '')))

function throughEditor(markdown: string): string {
  const editor = new Editor({
    element: null,
    extensions: richTextExtensions(),
    content: markdown,
    contentType: 'markdown',
  })
  const after = editor.getMarkdown()
  editor.destroy()
  return after
}

const rendered = (markdown: string) =>
  (marked.parse(markdown, { async: false }) as string).replace(/\s+/g, ' ').trim()

describe('a text of the seeds', () => {
  it('is there', () => expect(texts.length).toBeGreaterThan(60))

  it.each(texts)('%s says the same after the editor', (_place, markdown) => {
    expect(rendered(throughEditor(markdown))).toBe(rendered(markdown))
  })
})

describe('markup', () => {
  it.each([
    '**bold** and *italic* and ***both***',
    'a [link](/faqs#x) and [out](https://example.org/?a=1&b=2)',
    '## A heading\n\n- one\n- two\n  - inner\n\n1. first\n2. second',
    '> said\n> twice\n\n---\n\n`code`',
    'one\\\ntwo',
    'two  \nlines',
    '3. three\n4. four',
    '2\\* 3\\* 4',
    'a < b && c > d, 5 \\_ 6, \\[not a link\\]',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '1\\. not a list',
    '\\# not a heading',
    'snake_case_word and 2 * 3 * 4',
  ])('%s', (markdown) => {
    expect(rendered(throughEditor(markdown))).toBe(rendered(markdown))
  })
})
