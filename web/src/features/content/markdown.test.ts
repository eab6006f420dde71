// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { outline } from './document-outline'
import { renderMarkdown } from './markdown'
import { slug } from './slug'

const html = (markdown: string) => renderMarkdown(markdown, (path) => `/en-gb${path}`)

describe('renderMarkdown', () => {
  it('renders what authors write', () => {
    expect(html('Go **hard**.\n\n- one\n- two')).toContain('<strong>hard</strong>')
    expect(html('## The prize')).toContain('<h2 id="the-prize"')
  })

  it("leads the site's own links through the path builder and leaves others alone", () => {
    expect(html('[t](/terms-and-conditions#the-prize)')).toContain(
      'href="/en-gb/terms-and-conditions#the-prize"',
    )
    expect(html('[x](https://example.org/)')).toContain('href="https://example.org/"')
  })

  it('drops what could run', () => {
    const dangerous = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[x](javascript:alert(1))',
      '[x](//evil.example)',
      '<a href="java\nscript:alert(1)">x</a>',
      '<svg><style><img onload=alert(1)></style></svg>',
    ]
    for (const markdown of dangerous) {
      expect(html(markdown)).not.toMatch(/script|onerror|onload|<img|<svg|\/\/evil/i)
    }
  })
})

describe('slug', () => {
  it('joins words by hyphens', () => {
    expect(slug('Who can take part?')).toBe('who-can-take-part')
    expect(slug('The season’s board')).toBe('the-season-s-board')
  })
})

it('gives an outline whose anchors are those of the rendered headings', () => {
  const text = '## Who can take part\n\nYou.\n\n### Not this\n\n## The prize'
  const entries = outline(text)
  expect(entries.map((entry) => entry.title)).toEqual(['Who can take part', 'The prize'])
  for (const { anchor } of entries) expect(html(text)).toContain(`id="${anchor}"`)
})
