import { renderQueried, screen } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { DoorScreen } from './DoorScreen'

it('keeps the tablet’s screen on', () => {
  const request = vi.fn(() => Promise.resolve({ release: () => Promise.resolve() }))
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  vi.stubGlobal('navigator', { ...navigator, onLine: true, wakeLock: { request } })
  renderQueried(<DoorScreen headline="Check in." text="Hold up your ticket." />)
  screen.getByRole('heading', { name: 'Not in use.' })
  expect(request).toHaveBeenCalledWith('screen')
})
