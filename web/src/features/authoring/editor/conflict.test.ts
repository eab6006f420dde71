import { describe, expect, it } from 'vitest'
import { compare, firstChoices, merge, NAME } from './conflict'
import type { Elements, Item } from '../api'

const text = (value: string) => ({ elementType: 'text', value })
const item = (elements: Elements, more: Partial<Item> = {}): Item => ({
  id: 'home',
  name: 'Homepage',
  typeId: 'flexi-page',
  type: 'Page',
  libraryId: 'library',
  status: 'draft',
  rev: 1,
  elements,
  ...more,
})

const base = item({ headline: text('One'), kicker: text('Old'), intro: text('Same') })
const mine = item({ headline: text('Mine'), kicker: text('Old'), intro: text('Same'), link: text('New') })
const theirs = item(
  { headline: text('Theirs'), kicker: text('Changed'), intro: text('Same') },
  { rev: 2, name: 'Front page' },
)

describe('two versions of an item', () => {
  const differences = compare(base, mine, theirs)

  it('differ where they say different things, and tell who changed what', () => {
    const found = differences.map(({ key, changedBy }) => [key, changedBy])
    expect(found).toEqual([
      [NAME, 'theirs'],
      ['headline', null],
      ['kicker', 'theirs'],
      ['link', 'mine'],
    ])
    expect(firstChoices(differences)).toEqual({ [NAME]: 'theirs', kicker: 'theirs', link: 'mine' })
  })

  it('become one on top of theirs, each part as it was chosen', () => {
    const choices = { ...firstChoices(differences), headline: 'mine' as const }
    const merged = merge(mine, theirs, differences, choices)
    expect(merged.rev).toBe(2)
    expect(merged.name).toBe('Front page')
    expect(merged.elements).toEqual({
      headline: text('Mine'),
      kicker: text('Changed'),
      intro: text('Same'),
      link: text('New'),
    })
  })

  it('keep mine where nothing was chosen: nothing typed is lost', () => {
    const merged = merge(mine, theirs, differences, {})
    expect(merged.elements).toEqual(mine.elements)
    expect(merged.name).toBe('Homepage')
    expect(merged.elements).not.toHaveProperty(NAME)
  })

  it('let an element go that one side took away', () => {
    const without = item({ headline: text('One'), intro: text('Same') })
    const gone = compare(base, without, item(base.elements, { rev: 2 }))
    expect(gone).toEqual([{ key: 'kicker', mine: undefined, theirs: text('Old'), changedBy: 'mine' }])
    expect(merge(without, base, gone, firstChoices(gone)).elements).toEqual(without.elements)
  })

  it('that say the same have no difference', () => {
    expect(compare(base, mine, { ...mine, rev: 9 })).toEqual([])
  })
})
