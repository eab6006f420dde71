// An item is chosen from the list of all items.
import { press, screen } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../api/client/failure'
import { heroListed } from '../../test/content'
import { renderInEditor } from '../../test/editor'
import { ItemPicker } from './ItemPicker'

it('says so where the list does not load, and asks again at a press', async () => {
  vi.spyOn(api, 'get').mockResolvedValue({ items: [heroListed('hero', 'Homepage: hero')] } as never)
  vi.mocked(api.get).mockRejectedValueOnce(new ApiFailure(NETWORK_CODE, '', 0))
  const onPick = vi.fn<(item: { id: string }) => void>()
  renderInEditor(
    <ItemPicker
      title="Components"
      allow={['kind:component']}
      taken={[]}
      onPick={onPick}
      onClose={() => undefined}
    />,
  )
  await screen.findByRole('alert')
  await press('Try again')
  await press(/Homepage: hero/)
  expect(onPick.mock.calls[0]?.[0].id).toBe('hero')
})
