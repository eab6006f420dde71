import { press, queriesKnowing, renderQueried, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { cardFactsQuery } from '../../../api/cards'
import * as client from '../../../api/client/client'
import { TextField } from '../../../components/form/TextField'
import { toForm } from '../payloads'
import { EditableCard } from './EditableCard'

vi.mock('../form/checks', async (original) => ({
  ...(await original<typeof import('../form/checks')>()),
  checkFields: () => Promise.resolve([]),
}))

it('that is saved has the story cards drawn again, which show the name and the handle', async () => {
  const put = vi.spyOn(client.api, 'put').mockImplementation(() => Promise.resolve(null as never))
  const { queryKey } = cardFactsQuery()
  const queries = queriesKnowing([queryKey, {}])
  renderQueried(
    <EditableCard
      title="Personal details"
      fields={['firstName']}
      values={toForm({ firstName: 'Sam' })}
      facts={[]}
    >
      {(field) => <TextField {...field('firstName')} />}
    </EditableCard>,
    queries,
  )
  await press('Edit: Personal details')
  await userEvent.type(screen.getByRole('textbox'), 'uel')
  await press('Save')
  await screen.findByText('Saved.')
  expect(put.mock.calls[0]?.slice(0, 2)).toEqual(['user/profile', { firstName: 'Samuel' }])
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
