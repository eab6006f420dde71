// Deleting an item: what any tab of this browser keeps of it goes too.
import { press, waitFor } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { newsDetails } from '../../test/content'
import { renderInEditor } from '../../test/editor'
import { DeleteDialog } from './DeleteDialog'
import { keepUnsaved } from './editor/unsaved'

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => Promise.resolve() }))

it('keeps nothing that was typed into a deleted item, in whichever tab', async () => {
  vi.spyOn(api, 'delete').mockResolvedValue({ id: 'news', rev: 4 } as never)
  const { item } = newsDetails
  const unsaved = { base: item, draft: { ...item, name: 'Newer' } }
  keepUnsaved('u', 'library', item.id, unsaved)
  localStorage.setItem(`sixfold-unsaved.u.library.${item.id}/other`, JSON.stringify(unsaved))
  localStorage.setItem('sixfold-unsaved.u.library.home/other', JSON.stringify(unsaved))
  renderInEditor(<DeleteDialog details={newsDetails} onClose={() => undefined} />)
  await press('Delete it')
  await waitFor(() =>
    expect(Object.keys(localStorage).filter((name) => name.startsWith('sixfold-unsaved.'))).toEqual([
      'sixfold-unsaved.u.library.home/other',
    ]),
  )
})
