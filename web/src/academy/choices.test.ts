import { expect, it } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENDERS, SPORT_LEVELS, STATUSES, T_SHIRT_SIZES } from './choices'

const src = join(import.meta.dirname, '..')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|schema\.ts$|^academy.choices\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }))

const wordsOf = (...lists: readonly (readonly { label: string }[])[]) =>
  lists.flat().map(({ label }) => label)

it('no screen has a list of sizes, genders, levels or statuses of its own', () => {
  const listed = (...words: string[]) =>
    sources.filter(({ text }) => words.every((word) => text.includes(`'${word}'`))).map(({ name }) => name)
  expect(sources.length).toBeGreaterThan(300)
  expect(listed('XL', 'XXL')).toEqual([])
  expect(listed('Female', 'Male')).toEqual([])
  expect(listed('Club', 'County')).toEqual([])
  expect(listed('Did not test', 'Declined')).toEqual([])
})

it('each word stands once', () => {
  for (const list of [GENDERS, SPORT_LEVELS, STATUSES, T_SHIRT_SIZES]) {
    const words = wordsOf(list)
    expect(new Set(words).size).toBe(words.length)
  }
})
