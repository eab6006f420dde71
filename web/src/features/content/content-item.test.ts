import { describe, expect, it } from 'vitest'
import {
  asContentItem,
  fill,
  groupsOf,
  itemsOf,
  linkOf,
  numberOf,
  textOf,
  textsOf,
  toggleOf,
} from './content-item'

describe('reading elements', () => {
  const elements = {
    title: { elementType: 'text', value: 'Be all six.' },
    body: { elementType: 'formattedtext', value: '**Go**' },
    marks: { elementType: 'number', value: 20 },
    on: { elementType: 'toggle', value: true },
    link: { elementType: 'link', linkURL: '/register', linkText: 'Take your shot' },
    tests: {
      elementType: 'reference',
      values: [{ id: 'a', typeId: 't', type: 'T', name: 'A', elements: {} }, { id: 'gone' }],
    },
    rows: { elementType: 'group', values: [{ title: { elementType: 'text', value: 'One' } }, 'nonsense'] },
  }

  it('gives what is there', () => {
    expect(textOf(elements, 'title')).toBe('Be all six.')
    expect(textOf(elements, 'body')).toBe('**Go**')
    expect(numberOf(elements, 'marks')).toBe(20)
    expect(toggleOf(elements, 'on')).toBe(true)
    expect(linkOf(elements, 'link')).toEqual({ url: '/register', text: 'Take your shot' })
  })

  it('leaves out the lines of a list that were left empty', () => {
    const kit = { elementType: 'text', values: ['Shoes', '', ' ', 'A towel', 7] }
    expect(textsOf({ kit }, 'kit')).toEqual(['Shoes', 'A towel'])
  })

  it('leaves out references that were not inlined and rows that are not groups', () => {
    expect(itemsOf(elements, 'tests').map((item) => item.id)).toEqual(['a'])
    expect(groupsOf(elements, 'rows')).toHaveLength(1)
  })

  it('reads an element of another type as absent', () => {
    expect(textOf(elements, 'marks')).toBe('')
    expect(numberOf(elements, 'title')).toBeNull()
    expect(linkOf(elements, 'title')).toBeNull()
    expect(itemsOf(elements, 'rows')).toEqual([])
    expect(textOf({ title: null }, 'title')).toBe('')
    expect(asContentItem({ id: 'x' })).toBeNull()
  })
})

describe('fill', () => {
  it('puts words in and takes empty marks out', () => {
    expect(fill('Ready, {firstName}?', { firstName: 'Ama' })).toBe('Ready, Ama?')
    expect(fill('Ready, {firstName}?', {})).toBe('Ready?')
    expect(fill('{season} closes in', { season: 'Season 14 2026' })).toBe('Season 14 2026 closes in')
  })
})
