import { useQuery, type QueryClient } from '@tanstack/react-query'
import { press, renderQueried, screen, userEvent } from '../test/kit'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../api/client/failure'
import { makeQueryClient } from '../api/query-client'
import { Loaded, together, type QueryResult } from './Loaded'

const FULL = new ApiFailure('SLOT_FULL', 'The slot is full.', 422)
const SENTENCE = /Someone just took the last place/

interface ExampleProps {
  ask: () => Promise<string>
  enabled?: boolean
}

function Example({ ask, enabled = true }: ExampleProps) {
  const result = useQuery({ queryKey: ['example'], queryFn: ask, enabled, retry: false })
  return (
    <>
      <Loaded result={result} label="Loading the teams" height={['3rem', '20rem']}>
        {(name) => <input aria-label="Team" defaultValue={name} />}
      </Loaded>
      <button onClick={() => void result.refetch()}>Look again</button>
    </>
  )
}

const show = (props: ExampleProps, client?: QueryClient) => renderQueried(<Example {...props} />, client)

it('keeps the place of what is on its way, then shows it', async () => {
  let answer = (_: string) => {}
  const { container } = show({ ask: () => new Promise((resolve) => (answer = resolve)) })
  expect(screen.getByText('Loading the teams')).toBeTruthy()
  expect([...container.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.blockSize)).toEqual(
    ['3rem', '20rem'],
  )
  answer('Rowers')
  expect(await screen.findByDisplayValue('Rowers')).toBeTruthy()
  expect(container.querySelector('[aria-busy]')).toBeNull()
})

it('says what went wrong and asks again', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(FULL).mockResolvedValue('Rowers')
  show({ ask })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/That did not work/)
  expect(alert.textContent).toMatch(SENTENCE)
  await press('Try again')
  expect(await screen.findByDisplayValue('Rowers')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('keeps what went wrong, and the focus on its button, while it asks again', async () => {
  const answers: ((team: string) => void)[] = []
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(FULL)
  ask.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  show({ ask }, makeQueryClient())
  const button = await screen.findByRole('button', { name: 'Try again' })
  await userEvent.click(button)
  await vi.waitFor(() => expect(button.textContent).toMatch(/Working/))
  expect(screen.getByRole('alert').textContent).toMatch(SENTENCE)
  expect(document.activeElement).toBe(button)
  answers[0]?.('Rowers')
  expect(await screen.findByDisplayValue('Rowers')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each<[string, (client: QueryClient, ask: () => Promise<string>) => void]>([
  ['opened again', () => undefined],
  [
    'prepared again, then opened',
    (client, ask) => void client.prefetchQuery({ queryKey: ['example'], queryFn: ask, retry: false }),
  ],
])('does not show an old failure while it is asked for when it is %s', async (_, prepare) => {
  let answer = (_: string) => {}
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(FULL)
  ask.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  const client = makeQueryClient()
  const { unmount } = show({ ask }, client)
  await screen.findByRole('alert')
  unmount()
  prepare(client, ask)
  show({ ask }, client)
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Loading the teams')).toBeTruthy()
  answer('Rowers')
  expect(await screen.findByDisplayValue('Rowers')).toBeTruthy()
})

it('tells a lost network from everything else', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show({ ask: () => Promise.reject(FULL) })
  expect(await screen.findByText('You are offline')).toBeTruthy()
  online.mockRestore()
})

it('leaves what is there, with a word that it may be old, when it does not come again', async () => {
  const ask = vi.fn<() => Promise<string>>().mockResolvedValue('Rowers')
  show({ ask })
  const input = await screen.findByLabelText('Team')
  await userEvent.type(input, ' A')
  ask.mockRejectedValueOnce(FULL)
  await press('Look again')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(SENTENCE)
  expect(alert.textContent).toMatch(/What you see may be out of date: it is as of \d+ \w+, \d\d:\d\d\./)
  // The same field with what was typed in it, then and after.
  expect(screen.getByDisplayValue('Rowers A')).toBe(input)
  await press('Look again')
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getByDisplayValue('Rowers A')).toBe(input)
})

it('stays empty while nobody asks', () => {
  const ask = vi.fn<() => Promise<string>>()
  const { container } = show({ ask, enabled: false })
  expect(container.textContent).toBe('Look again')
  expect(ask).not.toHaveBeenCalled()
})

it('makes one of two', () => {
  const asked = <T,>(rest: Partial<QueryResult<T>>): QueryResult<T> => ({
    data: undefined,
    error: null,
    isError: false,
    fetchStatus: 'idle',
    refetch: () => undefined,
    ...rest,
  })
  const there = asked<string>({ data: 'Rowers' })
  const coming = asked<number>({ fetchStatus: 'fetching' })
  const failed = asked<number>({ isError: true, error: FULL })
  const old = asked<string>({ data: 'Rowers', isError: true, error: FULL })

  expect(together(there, asked<number>({ data: 8 })).data).toEqual(['Rowers', 8])
  expect(together(there, coming)).toMatchObject({ data: undefined, isError: false, fetchStatus: 'fetching' })
  // What waits for the other's answer is on its way too.
  expect(together(asked<string>({}), coming)).toMatchObject({ isError: false, fetchStatus: 'fetching' })
  expect(together(there, failed)).toMatchObject({ data: undefined, isError: true, refetch: failed.refetch })
  // One that is old is no reason to call the other failed while it comes.
  expect(together(old, coming)).toMatchObject({ data: undefined, isError: false, fetchStatus: 'fetching' })
  expect(together(old, asked<number>({ data: 8 }))).toMatchObject({ data: ['Rowers', 8], isError: true })
})
