import { cleanup, queriesKnowing, renderQueried, screen, userEvent, waitFor } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { sharingQuery, type Sharing } from '../../../api/cards'
import * as client from '../../../api/client/client'
import { SharingCard } from './SharingCard'

const ADULT: Sharing = { optIn: false, adult: true, age: 'adult', lastName: false, shares: [] }
const MINOR: Sharing = { ...ADULT, adult: false, age: 'minor' }
const UNKNOWN: Sharing = { ...ADULT, adult: false, age: 'unknown' }
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
  show(MINOR)
  screen.getByText(/You are under 18/)
  await userEvent.click(screen.getByRole('switch', { name: /Let others see my results/ }))
  await screen.findByText('Saved.')
  expect(put.mock.calls[0]?.slice(0, 2)).toEqual(['user/share', { optIn: true }])
  expect(checked(/Let others see my results/)).toBe(true)
})

// RULES 8.6
it('tells somebody under 18 that boards show their age group and gender too', () => {
  show(MINOR)
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

// RULES 13.21
it('lets an adult take back the yes from before 18, and give it again, while links depend on it', async () => {
  const put = vi.spyOn(client.api, 'put').mockImplementation((_path, choice, ..._options) => {
    const { optIn } = choice as { optIn: boolean }
    own = { ...own, optIn, shares: own.shares.map((one) => ({ ...one, asleep: !optIn })) }
    return Promise.resolve(null as never)
  })
  show({ ...ADULT, optIn: true, shares: [link('one')] })
  const before18 = screen.getByRole('switch', { name: /Let others open my links from before I was 18/ })
  await userEvent.click(before18)
  await screen.findByText('None of your cards is public.')
  expect(document.activeElement).toBe(before18)
  await userEvent.click(before18)
  await screen.findByText('One card is public.')
  expect(put.mock.calls.map(([, choice]) => choice)).toEqual([{ optIn: false }, { optIn: true }])
})

it('does not ask an adult about a yes from before 18 that no link depends on', () => {
  show({ ...ADULT, optIn: true, shares: [{ ...link('one'), takenDown: true }] })
  expect(screen.getAllByRole('switch')).toHaveLength(1)
})

it('asks for the date of birth where there is none, and claims no age', async () => {
  show(UNKNOWN)
  expect(screen.queryByText(/You are under 18/)).toBeNull()
  expect(screen.getAllByRole('switch')).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Add your date of birth' }).getAttribute('href')).toBe(
    '/en-gb/my-account-my-profile#date-of-birth',
  )
  cleanup()
  show({ ...UNKNOWN, optIn: true })
  expect(checked(/Let others see my results/)).toBe(true)
})

it('says that nobody can open the links of somebody under 18 who keeps their results private', () => {
  const links = { ...MINOR, shares: [link('one'), link('two')] }
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
