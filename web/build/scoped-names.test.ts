import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { collisions, scopedName } from './scoped-names'

test('a class is named after its file and itself', () => {
  expect(scopedName('headline', '/anywhere/blocks/Hero.module.css')).toBe('Hero_headline')
  expect(scopedName('test', '/anywhere/art/art.module.css?used')).toBe('art_test')
})

test('no two CSS modules have the same name', () => {
  expect(collisions(resolve(import.meta.dirname, '../src'))).toEqual([])
})

test('two files of one name are told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'names-'))
  for (const part of ['a', 'b']) {
    mkdirSync(join(folder, part))
    writeFileSync(join(folder, part, 'Same.module.css'), '')
  }
  writeFileSync(join(folder, 'Other.module.css'), '')
  expect(collisions(folder)).toHaveLength(2)
  rmSync(folder, { recursive: true })
})
