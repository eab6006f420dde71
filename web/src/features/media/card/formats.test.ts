import { expect, it } from 'vitest'
import { FACTS, factsOf, FORMATS, formatOf } from './formats'

it('a card is a story unless another format is picked', () => {
  expect(FORMATS.map(({ id, width, height }) => [id, width, height])).toEqual([
    ['story', 1080, 1920],
    ['square', 1080, 1080],
    ['landscape', 1920, 1080],
  ])
  expect(formatOf('square').name).toBe('Square')
  expect(formatOf('poster').id).toBe('story')
})

it('facts are asked for in one order, each once, and only those that there are', () => {
  expect(factsOf(['handle', 'gain', 'rank', 'gain', 'shoe size'])).toEqual(['rank', 'gain', 'handle'])
  expect(factsOf([])).toEqual([])
  expect(FACTS.every(({ without }) => without.endsWith('.'))).toBe(true)
})
