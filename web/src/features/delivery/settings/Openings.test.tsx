import { press, queriesKnowing, renderQueried, screen, waitFor } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { storedSettings } from '../../../test/stored-settings'
import { settingsQuery } from './api'
import { Openings } from './Openings'

const DECEMBER = { from: '2026-12-01', to: '2026-12-07', opensAt: '2026-11-01T20:00:00.000Z' }

it('moves the focus on when the line that had it is removed', async () => {
  vi.spyOn(api, 'get').mockReturnValue(new Promise(() => undefined) as never)
  vi.spyOn(api, 'put').mockResolvedValue(storedSettings(4) as never)
  const stored = storedSettings(3, { openings: [DECEMBER] })
  renderQueried(<Openings />, queriesKnowing([settingsQuery().queryKey, stored]))
  await press(/^Remove/)
  await press('Remove the opening')
  await screen.findByText(/^No opening is scheduled/)
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add an opening' })),
  )
})
