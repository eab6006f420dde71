// RULES 13.7
import { describe, expect, it } from 'vitest'
import { FORMATS } from './formats'
import { cardName, chosen, COLOURS, fileName, neighbours, RECAP, shownOn, TEMPLATES } from './templates'

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
})

describe('what is a press away', () => {
  const words = (page: number, colour: number) =>
    neighbours(page, colour).map((near) => `${near.template} ${near.colour}`)

  it('is the page on either side and every other colour', () => {
    expect(words(1, 2)).toEqual([
      'result_details white',
      'season_card black',
      'season_card grey',
      'season_card appColor',
      'season_card appColorGradient',
    ])
    expect(words(2, 0)).toHaveLength(6)
  })

  it('of the overview is only the page before, in the colour that is kept', () => {
    expect(words(3, 4)).toEqual(['result_details appColorGradient'])
  })
})

it('a card is called by its template, and by its colour where there are several', () => {
  expect(cardName('season_card', 'appColorGradient')).toBe('Season card, Green fade')
  expect(cardName('result_overview', 'black')).toBe('Result overview')
  expect(cardName('challenge', 'white')).toBe('Challenge, White')
  expect(RECAP.map(({ id }) => cardName(id, 'grey'))).toEqual([
    'Season result, Grey',
    'Season progress, Grey',
    'Season bests, Grey',
  ])
})

it('a card shows of what is picked only what it has room for', () => {
  const picked = ['rank', 'marks', 'handle'] as const
  expect(shownOn('result_details', picked)).toEqual(picked)
  expect(shownOn('result_overview', picked)).toEqual(['rank', 'handle'])
  expect(shownOn('recap_tests', picked)).toEqual(['handle'])
})

it('a file is named after the site and the card, and after its format if it is no story', () => {
  const [story, square] = FORMATS
  expect(fileName('Sixfold', 'Result details', story)).toBe('sixfold-result-details.png')
  expect(fileName('Six & Fold', 'Score card', story)).toBe('six-fold-score-card.png')
  expect(fileName('Sixfold', 'Season card', square)).toBe('sixfold-season-card-square.png')
})
