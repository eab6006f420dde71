import { describe as group, expect, it } from 'vitest'
import {
  describe,
  freshElements,
  orderedKeys,
  pagePath,
  referenceIds,
  same,
  storedElements,
  withValues,
} from './elements'
import { errorAt, errorWithin } from './fields/field'
import { isAllowed } from './allowed'
import { newItem, pathOf } from './CreateDialog'
import { readAddress } from './address'
import { moved } from '../../components/SortableList'
import { textDiff } from './history/text-diff'
import type { ContentType, ElementSpec } from './api'

const files = import.meta.glob<ContentType>('../../../../content/types/*.json', {
  eager: true,
  import: 'default',
})
const types = Object.values(files)
const typeOf = (typeId: string) => {
  const found = types.find((type) => type.typeId === typeId)
  if (!found) throw new Error(typeId)
  return found
}

const spec = (elementType: ElementSpec['elementType'], more: Partial<ElementSpec> = {}): ElementSpec => ({
  key: 'key',
  label: 'Label',
  elementType,
  required: false,
  list: false,
  ...more,
})

group('elements', () => {
  it('are the same whatever order their keys are in, and whatever was added for delivery', () => {
    const one = { elementType: 'image', id: 'a', altText: 'b', url: '/x', width: 4 }
    expect(same(one, { altText: 'b', id: 'a', elementType: 'image' })).toBe(true)
    expect(same(one, { altText: 'c', id: 'a', elementType: 'image' })).toBe(false)
    expect(same(undefined, undefined)).toBe(true)
    expect(same(undefined, one)).toBe(false)
  })

  it('are stored without what delivery added, in groups too', () => {
    const row = { answer: { elementType: 'formattedtext', value: 'a', html: '<p>a</p>' } }
    const stored = storedElements({ questions: { elementType: 'group', values: [row] } })
    expect(stored.questions?.values).toEqual([{ answer: { elementType: 'formattedtext', value: 'a' } }])
  })

  it('hold one value or a list, and nothing when there is none', () => {
    expect(withValues(spec('reference', { list: true }), [])).toBeUndefined()
    expect(withValues(spec('reference', { list: true }), [{ id: 'a' }])).toEqual({
      elementType: 'reference',
      values: [{ id: 'a' }],
    })
    expect(withValues(spec('reference'), [{ id: 'a' }])).toEqual({
      elementType: 'reference',
      value: { id: 'a' },
    })
  })

  it('read as words in a comparison', () => {
    expect(describe({ elementType: 'toggle', value: true }, undefined)).toBe('On')
    expect(
      describe({ elementType: 'link', linkText: 'Go', linkURL: '/x', action: 'logout' }, undefined),
    ).toBe('Go → /x (logout)')
    expect(
      describe(
        { elementType: 'reference', values: [{ id: 'a' }, { id: 'b' }] },
        undefined,
        (id) => `<${id}>`,
      ),
    ).toBe('<a>\n<b>')
    const questions = spec('group', { elements: [spec('text', { key: 'question', label: 'Question' })] })
    const rows = [{ question: { elementType: 'text', value: 'Why?' } }]
    expect(describe({ elementType: 'group', values: rows }, questions)).toBe('1.\nQuestion: Why?')
  })

  it('of a broken kind do not break anything', () => {
    expect(referenceIds({ elementType: 'reference', values: [3, null, { id: 4 }, { id: 'a' }] })).toEqual([
      'a',
    ])
    expect(pagePath({ elements: { path: { elementType: 'text', value: 'nowhere' } } })).toBeNull()
  })

  it('stand in the order of their type, unknown ones last', () => {
    const type = { elements: [spec('text', { key: 'b' }), spec('text', { key: 'a' })] } as ContentType
    const text = { elementType: 'text', value: '' }
    expect(orderedKeys(type, { z: text, a: text }, { b: text })).toEqual(['b', 'a', 'z'])
  })
})

group('a new item', () => {
  it('of every type begins with what cannot be chosen otherwise', () => {
    for (const type of types) {
      const item = newItem(type, 'Winter news', '/winter-news')
      const single = type.elements.filter((found) => found.required && found.options?.length === 1)
      for (const { key } of single) expect(item.elements?.[key], `${type.typeId}.${key}`).toBeDefined()
      expect(item.elements?.path !== undefined, type.typeId).toBe(type.kind === 'page')
    }
    expect(freshElements(typeOf('flexi-page').elements)).toEqual({
      template: { elementType: 'category', categories: ['Flexi'] },
    })
  })

  it('gets an address of its name', () => {
    expect(pathOf('Winter news: São Paulo!')).toBe('/winter-news-sao-paulo')
    expect(pathOf('What’s on')).toBe('/whats-on')
    expect(pathOf('')).toBe('/')
  })
})

group('problems', () => {
  const problems = [
    { element: 'questions[2].answer', problem: 'REQUIRED', message: 'Fill this in.' },
    { element: 'headline', problem: 'TOO_LONG', message: 'Shorter.' },
  ]
  it('stand beside their fields, inside groups too', () => {
    expect(errorAt(problems, 'headline')).toBe('Shorter.')
    expect(errorAt(problems, 'questions.2.answer')).toBe('Fill this in.')
    expect(errorAt(problems, 'questions')).toBeUndefined()
    expect(errorWithin(problems, 'questions.2')).toBe('Fill this in.')
    expect(errorWithin(problems, 'questions.20')).toBeUndefined()
  })
})

group('small rules', () => {
  it('a reference lets in what its type allows', () => {
    const hero = { typeId: 'hero', kind: 'component' as const }
    expect(isAllowed(hero, [])).toBe(true)
    expect(isAllowed(hero, ['kind:component'])).toBe(true)
    expect(isAllowed(hero, ['athletic-test'])).toBe(false)
  })

  it('rows are moved without being lost', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a'], 4, 0)).toEqual(['a'])
  })

  it('an address says where one is', () => {
    expect(readAddress('')).toEqual({ section: 'content' })
    expect(readAddress('?section=images')).toEqual({ section: 'images' })
    expect(readAddress('?section=content&item=home&view=history&rev=3&junk=1')).toEqual({
      section: 'content',
      item: 'home',
      view: 'history',
      rev: '3',
    })
  })
})

group('a comparison of two texts', () => {
  const sides = (before: string, after: string) => {
    const pieces = textDiff(before, after)
    const of = (...is: string[]) =>
      pieces
        .filter((piece) => is.includes(piece.is))
        .map((piece) => piece.text)
        .join('')
    return { before: of('same', 'gone'), after: of('same', 'new'), gone: of('gone'), fresh: of('new') }
  }
  it('marks the words that changed and gives both texts back whole', () => {
    const { gone, fresh, ...both } = sides('Be all six.', 'Be nearly all seven.')
    expect(both).toEqual({ before: 'Be all six.', after: 'Be nearly all seven.' })
    expect(gone).toBe('six')
    expect(fresh).toBe('nearly seven')
  })
  it('holds with nothing on a side, and with texts that are too long to go through', () => {
    expect(sides('', 'new')).toMatchObject({ before: '', after: 'new' })
    const long = 'word '.repeat(3000)
    expect(sides(long, `${long}end`)).toMatchObject({ before: long, after: `${long}end` })
  })
})
