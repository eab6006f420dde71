import { press, renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { HealthPanel } from './HealthPanel'

it('gives the focus to the details, as the button that fetches them goes away', async () => {
  const get = vi.spyOn(api, 'get').mockReturnValue(new Promise(() => {}) as never)
  renderQueried(<HealthPanel id="b1" />)
  expect(get).not.toHaveBeenCalled()
  await press('Show them')
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Health and emergency' }))
})
