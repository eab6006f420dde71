import { afterEach, expect, it } from 'vitest'
import { sealedStorage, flushSealedStorage } from '../../../state/storage/sealed-storage'
import { purgeState } from '../../../state/resets'
import { keepUnsaved, readUnsaved } from './unsaved'
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
})
