import { expect, it } from 'vitest'
import { outline } from './document-outline'

it('lists the second-level headings that can be led to', () => {
  const html =
    '<h2 id="who" tabindex="-1">Who can <em>take part</em></h2><p>You.</p><h3 id="not">Not this</h3><h2>Nor this</h2><h2 id="the-prize">The prize</h2>'
  expect(outline(html)).toEqual([
    { anchor: 'who', title: 'Who can take part' },
    { anchor: 'the-prize', title: 'The prize' },
  ])
  expect(outline(null)).toEqual([])
})
