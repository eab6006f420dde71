/** In a browser that blocks site data every access to a storage throws, and the site still works. */
import { beforeEach, expect, it, vi } from 'vitest'
import { tellOtherTabs } from '../../auth/broadcast'
import { keepSignOutNotice, takeSignOutNotice } from '../../auth/sign-out-notice'
import { rememberedProvider, rememberProvider } from '../../features/account/sign-in/providers'
import { keepUnsaved, readUnsaved } from '../../features/authoring/editor/unsaved'
import { dropValue, storeValue, readValue } from '../../features/leaderboard/venue/device-values'
import { flushSealedStorage, sealedStorage } from './sealed-storage'
import { purgeState, resetState } from '../resets'

const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

beforeEach(() => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(blocked)
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(blocked)
})
it('says nothing about the last session and starts', () => {
  keepSignOutNotice('over', '/en-gb/my-account')
  expect(takeSignOutNotice()).toBeNull()
})

it('signs in with a provider and out again', async () => {
  rememberProvider({
    id: 'club',
    name: 'The Club',
    type: 'oauth',
    signinUrl: '',
    callbackUrl: '',
  })
  expect(rememberedProvider()).toBeNull()
  tellOtherTabs('signout')
  resetState()
  await purgeState()
})

it('keeps no state, no draft and no board', async () => {
  const storage = sealedStorage<string>()
  void storage.setItem('booking', { state: 'a date', version: 1 })
  await flushSealedStorage()
  expect(await storage.getItem('booking')).toBeNull()
  void storage.removeItem('booking')
  keepUnsaved('70001', 'library', 'home', null)
  expect(readUnsaved('70001', 'library', 'home')).toBeNull()
  storeValue('board', [1])
  expect(readValue('board')).toBeNull()
  dropValue('board')
})
