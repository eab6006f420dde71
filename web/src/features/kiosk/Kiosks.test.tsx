import { queriesKnowing, renderQueried, screen } from '../../test/kit'
import { expect, it } from 'vitest'
import { kiosksQuery } from './api'
import { Kiosks } from './Kiosks'

it('says in which year a screen was last seen', () => {
  const kiosk = {
    kioskId: 'k1',
    name: 'Front door',
    createdAt: '2025-11-01T09:00:00Z',
    seenAt: '2025-12-31T10:00:00Z',
  }
  renderQueried(<Kiosks />, queriesKnowing([kiosksQuery().queryKey, { kiosks: [kiosk] }]))
  expect(screen.getByText('Last seen Wed 31 Dec 2025, 10:00')).toBeTruthy()
})
