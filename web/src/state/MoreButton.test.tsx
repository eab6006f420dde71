import { useInfiniteQuery } from '@tanstack/react-query'
import { renderQueried, screen, userEvent, waitFor } from '../test/kit'
import { expect, it } from 'vitest'
import { MoreButton } from './MoreButton'

/** A list of so many pages, each of one row, with a field beside it. */
function List({ pages }: { pages: number }) {
  const list = useInfiniteQuery({
    queryKey: ['rows'],
    queryFn: ({ pageParam }) => Promise.resolve(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last) => (last < pages ? last + 1 : null),
  })
  return (
    <>
      <input aria-label="Search" />
      {list.data?.pages.map((row) => (
        <p key={row}>Row {row}</p>
      ))}
      <MoreButton list={list}>Show more</MoreButton>
    </>
  )
}

const END = 'That is the whole list.'
const more = () => screen.findByRole('button', { name: /^Show more/ })

it('keeps the focus, and gives it on to the end of the list when it goes away', async () => {
  renderQueried(<List pages={3} />)
  const button = await more()
  await userEvent.click(button)
  await screen.findByText('Row 2')
  expect(document.activeElement).toBe(button)
  expect(screen.queryByText(END)).toBeNull()
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Row 3')
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement?.textContent).toBe(END)
})

it('takes no focus that has moved on meanwhile', async () => {
  renderQueried(<List pages={2} />)
  await userEvent.click(await more())
  const field = screen.getByLabelText('Search')
  await userEvent.click(field)
  await screen.findByText('Row 2')
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(document.activeElement).toBe(field)
})

it('is nothing below a list of one page', async () => {
  renderQueried(<List pages={1} />)
  await screen.findByText('Row 1')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText(END)).toBeNull()
})
