import { describe, expect, it } from 'vitest'
import { cardData, shortName, type ResultEntry } from './card-data'
import { dayText, fitted, scoreText } from './cards/card'
import { COLOURS, palette } from './palette'
import { chosen, TEMPLATES } from './templates'

const entry = (date: string, score: number | null, status = 'completed'): ResultEntry => ({
  eventTestDate: date,
  eventTestStatus: status,
  eventTestScore: score,
  results: [
    { testType: 'speed', score: 80 },
    { testType: 'Power', score: null },
    { testType: 'Juggling', score: 12 },
  ],
})
const source = (entries: readonly ResultEntry[]) => ({
  site: 'Sixfold',
  firstName: 'Robin',
  lastName: 'Hale',
  entries,
  seasonOn: (date: string) => `Season of ${date.slice(0, 4)}`,
})

describe('what a card says', () => {
  it('is nothing before the first final score', () => {
    expect(cardData(source([]))).toBeNull()
    expect(cardData(source([entry('2026-11-28', null, 'booked')]))).toBeNull()
    expect(cardData(source([entry('2026-11-02', null), entry('2026-10-02', 70, 'declined')]))).toBeNull()
  })

  it('is the newest result, the best one and all of them in their order', () => {
    const data = cardData(
      source([
        entry('2026-12-01', null, 'booked'),
        entry('2026-11-02', 71.5),
        entry('2026-10-02', 74),
        entry('2026-09-02', 65),
      ]),
    )
    expect(data).toMatchObject({
      name: 'Robin H.',
      season: 'Season of 2026',
      latest: { date: '2026-11-02', score: 71.5, tests: { Speed: 80 } },
      best: { date: '2026-10-02', score: 74 },
    })
    expect(data?.latest.tests).toEqual({ Speed: 80 })
    expect(data?.finals.map(({ score }) => score)).toEqual([65, 74, 71.5])
  })

  it('is a first name and an initial of the person, and nothing else', () => {
    expect(shortName('Robin', 'Hale')).toBe('Robin H.')
    expect(shortName(' Zoë ', 'łukasz')).toBe('Zoë Ł.')
    expect(shortName('Robin', '')).toBe('Robin')
    const text = JSON.stringify(cardData(source([entry('2026-11-02', 71.5)])))
    expect(text).not.toContain('Hale')
  })

  it('is written as scores and days are everywhere', () => {
    expect(scoreText(7)).toBe('7.00')
    expect(dayText('2026-11-02')).toBe('2 Nov 2026')
    expect(dayText(null)).toBe('')
  })

  it('fits the card, however long', () => {
    expect(fitted('Robin H.', 60)).toBe(60)
    expect(fitted('R'.repeat(60), 60)).toBeLessThan(25)
  })
})

describe('a page number', () => {
  it('picks the template', () => {
    expect(TEMPLATES.map(({ id }) => id)).toEqual(['season_card', 'result_details', 'result_overview'])
    expect([1, 2, 3].map((page) => chosen(page, 0).template.name)).toEqual([
      'Season card',
      'Result details',
      'Result overview',
    ])
  })

  it('that there is not becomes one that there is', () => {
    for (const [page, expected] of [
      [0, 1],
      [-4, 1],
      [9, 3],
      [Number.NaN, 1],
      [1.5, 1],
    ] as const)
      expect(chosen(page, 0).page).toBe(expected)
  })
})

describe('a colour', () => {
  it('is one of five, black first', () => {
    expect(COLOURS.map(({ id }) => id)).toEqual(['black', 'grey', 'white', 'appColor', 'appColorGradient'])
    expect(chosen(1, 0).colour.id).toBe('black')
    expect(chosen(2, 4).colour.id).toBe('appColorGradient')
    expect(chosen(1, 99).colour.id).toBe('appColorGradient')
  })

  it('cannot be picked for the overview', () => {
    for (const colour of [0, 1, 4]) expect(chosen(3, colour).colour.id).toBe('black')
  })

  it('is made of the page’s own tokens', () => {
    for (const { id } of COLOURS) {
      const { fade, ...solid } = palette(id, (name) => `value of ${name}`)
      for (const value of Object.values(solid)) expect(value).toMatch(/^value of --color-/)
      expect(fade === null).toBe(id !== 'appColorGradient')
    }
  })
})
