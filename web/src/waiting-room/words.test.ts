import { expect, test } from 'vitest'
import { about, clock, wordsOf, type Standing } from './words'

const NOW = '2026-11-01T19:52:00.000Z'

const standing = (more: Partial<Standing>): Standing => ({
  state: 'waiting',
  ahead: 1204,
  waiting: 3480,
  waitSeconds: 340,
  opensAt: null,
  now: NOW,
  pollSeconds: 10,
  ...more,
})

test('a time is no finer than it is known', () => {
  const told = [0, 59, 60, 61, 340, 20 * 60, 21 * 60, 56 * 60, 84 * 60, 120 * 60].map(about)
  expect(told).toEqual([
    'less than a minute',
    'less than a minute',
    'about 1 minute',
    'about 2 minutes',
    'about 6 minutes',
    'about 20 minutes',
    'about 25 minutes',
    'about 1 hour',
    'about 1 hour 25 minutes',
    'about 2 hours',
  ])
})

test('the line says how many are ahead, and how long only if that is known', () => {
  expect(wordsOf(standing({}), 0)).toMatchObject({
    headline: 'You are in the queue.',
    figure: '1,204',
    unit: 'people ahead of you',
    wait: 'About 6 minutes',
    title: '1,204 ahead of you',
  })
  expect(wordsOf(standing({ waitSeconds: null }), 0).wait).toBe('')
  expect(wordsOf(standing({ ahead: 1 }), 0).unit).toBe('person ahead of you')
  expect(wordsOf(standing({ ahead: 0 }), 0).title).toBe('You are next')
  expect(wordsOf(standing({ ahead: null }), 0)).toMatchObject({
    headline: 'Your network is busy.',
    wait: '',
  })
})

test('the draw counts down to London’s time by the server’s clock', () => {
  const draw = standing({ state: 'draw', ahead: null, opensAt: '2026-07-01T19:00:00.000Z' })
  const words = wordsOf(draw, Date.parse('2026-07-01T18:52:30.500Z'))
  expect(words).toMatchObject({ figure: '07:30', wait: 'Places are drawn at 20:00.', title: 'Draw at 20:00' })
  expect(clock(3_661_000)).toBe('1:01:01')
  expect(clock(-5)).toBe('00:00')
})
