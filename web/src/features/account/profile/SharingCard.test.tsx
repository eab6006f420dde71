import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { sharingQuery, type Sharing } from '../../../api/cards'
import * as client from '../../../api/client/client'
import { SharingCard } from './SharingCard'
import { queriesKnowing, renderQueried } from '../../../test/render'

const ADULT: Sharing = { optIn: false, adult: true, lastName: false, shares: [] }
let own: Sharing

beforeEach(() => {
  vi.spyOn(client.api, 'get').mockImplementation(() => Promise.resolve(own as never))
})

function show(sharing: Sharing) {
  own = sharing
  const queries = queriesKnowing()
  queries.setQueryData(sharingQuery().queryKey, sharing)
  renderQueried(<SharingCard />, queries)
}

const checked = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name }).checked

it('asks an adult for nothing but the last name', () => {
  show(ADULT)
  expect(screen.getAllByRole('switch')).toHaveLength(1)
  expect(checked(/Show my last name/)).toBe(false)
  screen.getByText('None of your cards is public.')
})

it('asks somebody under 18 first, and saves what they chose alone', async () => {
  const put = vi.spyOn(client.api, 'put').mockImplementation((_path, choice, ..._options) => {
    own = { ...own, ...(choice as Partial<Sharing>) }
    return Promise.resolve(null as never)
  })
  show({ ...ADULT, adult: false })
  screen.getByText(/You are under 18/)
  await userEvent.click(screen.getByRole('switch', { name: /Let others see my results/ }))
  await screen.findByText('Saved.')
  expect(put.mock.calls[0]?.slice(0, 2)).toEqual(['user/share', { optIn: true }])
  expect(checked(/Let others see my results/)).toBe(true)
})

// RULES 8.6
it('tells somebody under 18 that boards show their age group and gender too', () => {
  show({ ...ADULT, adult: false })
  const told = screen.getByText(/public boards show your first name/).textContent
  expect(told).toContain('your age group')
  expect(told).toContain('your gender')
})

it('goes back to what is stored when it could not be saved', async () => {
  vi.spyOn(client.api, 'put').mockRejectedValue(new ApiFailure('UNAVAILABLE', '', 503))
  show(ADULT)
  await userEvent.click(screen.getByRole('switch', { name: /Show my last name/ }))
  await screen.findByRole('alert')
  await waitFor(() => expect(checked(/Show my last name/)).toBe(false))
})

const link = (shareId: string) => ({
  shareId,
  url: `https://sixfold.example/en-gb/share/${shareId}`,
  template: 'season_card' as const,
  colour: 'black' as const,
  bookingId: '7',
  createdAt: 0,
  format: 'story' as const,
  shows: [],
  hasPhoto: false,
  takenDown: false,
})

it('says that nobody can open the links of somebody under 18 who keeps their results private', () => {
  const links = { ...ADULT, adult: false, shares: [link('one'), link('two')] }
  show({ ...links, shares: links.shares.map((one) => ({ ...one, asleep: true })) })
  screen.getByText('Nobody can open your links while your results are private.')
  cleanup()
  show({ ...links, optIn: true })
  screen.getByText('2 cards are public.')
})

it('says how many cards are public and leads to them', () => {
  show({ ...ADULT, shares: [link('one'), link('two'), { ...link('three'), takenDown: true }] })
  screen.getByText('2 cards are public.')
  expect(screen.getByRole('link', { name: 'See your public links' }).getAttribute('href')).toBe(
    '/en-gb/my-account-media-center#public-links',
  )
})
