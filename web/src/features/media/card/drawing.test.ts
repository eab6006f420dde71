import { expect, it } from 'vitest'
import { sourceOf, wordsOf } from './drawing'

const SVG = (root: string, inside = '') => `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`

it('a drawing says what it says itself', () => {
  expect(wordsOf(SVG('aria-label="Season card of Zoë &amp; Co."'))).toBe('Season card of Zoë & Co.')
  expect(wordsOf(SVG('', '<title> Result details </title>'))).toBe('Result details')
  expect(wordsOf(SVG('', '<g><title>A part</title></g>'))).toBe('')
  expect(wordsOf('no drawing')).toBe('')
})

it('an image is the drawing, letter for letter', () => {
  const svg = SVG('fill="#070a08"', '<text>Zoë % 100</text>')
  const [head, body = ''] = sourceOf(svg).split(',')
  expect(head).toBe('data:image/svg+xml;charset=utf-8')
  expect(decodeURIComponent(body)).toBe(svg)
})
