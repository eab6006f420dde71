import { renderQueried, screen, userEvent, waitFor } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import type { UserProfile } from '../../../api/types'
import { MarketingCard } from './MarketingCard'

const PROFILE = {
  marketingPref1: true,
  marketingPref2: true,
  marketingPref3: false,
} as unknown as UserProfile

it('saves what was changed here alone: another device may have changed the others', async () => {
  let answer: () => void = () => undefined
  const put = vi.spyOn(api, 'put').mockImplementationOnce(
    () =>
      new Promise<never>((resolve) => {
        answer = () => resolve({} as never)
      }),
  )
  put.mockResolvedValue({} as never)
  renderQueried(<MarketingCard profile={PROFILE} />)
  const [, second, third] = screen.getAllByRole<HTMLInputElement>('switch')
  if (!second || !third) throw new Error('there are three switches')
  await userEvent.click(second)
  await userEvent.click(third)
  expect([second.checked, third.checked]).toEqual([false, true])
  answer()
  await waitFor(() => expect(put).toHaveBeenCalledTimes(2))
  expect(put.mock.calls.map((call) => call[1])).toEqual([
    { marketingPref2: false },
    { marketingPref2: false, marketingPref3: true },
  ])
})
