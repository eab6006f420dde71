import { afterEach, expect, it } from 'vitest'
import { sealedStorage, flushSealedStorage } from '../../../state/storage/sealed-storage'
import { purgeState } from '../../../state/resets'
import { allUnsaved, dropKept, keepUnsaved, readUnsaved } from './unsaved'
import type { Item } from '../api'

const item = (text: string) =>
  ({ id: 'home', rev: 3, elements: { text: { elementType: 'text', value: text } } }) as unknown as Item
const UNSAVED = { base: item('before'), draft: item('an afternoon of work') }

afterEach(() => localStorage.clear())

it('outlives the end of a session, which purges everything else', async () => {
  const state = sealedStorage<string>()
  void state.setItem('booking', { state: 'a date', version: 1 })
  await flushSealedStorage()
  keepUnsaved('70001', 'sixfold-en-gb', 'home', UNSAVED)
  await purgeState()
  expect(await state.getItem('booking')).toBeNull()
  expect(readUnsaved('70001', 'sixfold-en-gb', 'home')).toEqual(UNSAVED)
})

it('is shown to the editor who typed it and to nobody else', () => {
  keepUnsaved('70001', 'sixfold-en-gb', 'home', UNSAVED)
  expect(readUnsaved('70002', 'sixfold-en-gb', 'home')).toBeNull()
  expect(allUnsaved('70002', 'sixfold-en-gb', 'home')).toEqual([])
})

it('is found whichever tab has stored it, that of this one first', () => {
  const key = 'sixfold-unsaved.70001.sixfold-en-gb.home'
  const keep = (name: string, words: string) =>
    localStorage.setItem(name, JSON.stringify({ base: item('before'), draft: item(words) }))
  keep(key, 'from before tabs had names')
  keep(`${key}/other`, 'of another tab')
  keep(`${key}-page/other`, 'of another item')
  keepUnsaved('70001', 'sixfold-en-gb', 'home', UNSAVED)
  const drafts = () => allUnsaved('70001', 'sixfold-en-gb', 'home').map(({ draft }) => draft)
  const [first, ...others] = drafts()
  expect(first).toEqual(UNSAVED.draft)
  expect(others).toHaveLength(2)
  expect(others).toEqual(expect.arrayContaining([item('from before tabs had names'), item('of another tab')]))
  for (const kept of allUnsaved('70001', 'sixfold-en-gb', 'home')) dropKept(kept)
  expect(drafts()).toEqual([])
  expect(localStorage.getItem(`${key}-page/other`)).not.toBeNull()
})
