import { press, queriesKnowing, renderQueried, screen, userEvent } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { sharingQuery, type Sharing } from '../../../api/cards'
import * as client from '../../../api/client/client'
import { ChallengeDialog } from './ChallengeDialog'

const ADULT: Sharing = { optIn: false, adult: true, age: 'adult', lastName: false, shares: [] }
const MINOR: Sharing = { ...ADULT, adult: false, age: 'minor' }
const UNKNOWN: Sharing = { ...ADULT, adult: false, age: 'unknown' }
let own: Sharing
let drawn: unknown[]

beforeEach(() => {
  drawn = []
  vi.spyOn(client.api, 'get').mockImplementation(() => Promise.resolve(own as never))
  vi.spyOn(client.api, 'text').mockImplementation((_path, _accept, query) => {
    drawn.push(query)
    return Promise.resolve('<svg xmlns="http://www.w3.org/2000/svg" aria-label="Beat my 78.73"/>')
  })
})

function show(sharing: Sharing) {
  own = sharing
  const queries = queriesKnowing()
  queries.setQueryData(sharingQuery().queryKey, sharing)
  renderQueried(<ChallengeDialog bookingId="7" score={78.73} onClose={vi.fn()} />, queries)
}

it('draws that visit in the colour that is picked, and makes a link to it', async () => {
  const post = vi.spyOn(client.api, 'post').mockImplementation((_path, body, ..._options) => {
    const link = { ...(body as object), shareId: 'one', url: 'https://sixfold.example/en-gb/share/one' }
    own = { ...own, shares: [{ ...link, createdAt: 0 } as never] }
    return Promise.resolve(link as never)
  })
  show(ADULT)
  expect(screen.getByRole('dialog', { name: 'Beat my 78.73' })).toBeTruthy()
  await screen.findByRole('img', { name: 'Beat my 78.73' })
  await userEvent.click(screen.getByRole('radio', { name: 'White' }))
  const white = { template: 'challenge', colour: 'white', bookingId: '7' }
  expect(drawn.at(-1)).toEqual(white)
  await press('Make a link')
  expect((await screen.findByTestId('public-link')).textContent).toBe('sixfold.example/en-gb/share/one')
  expect(post.mock.calls[0]?.slice(0, 2)).toEqual(['user/share', white])
})

it('makes no link for somebody without a date of birth, and says where to add it', () => {
  show(UNKNOWN)
  expect(screen.queryByText(/You are under 18/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Make a link' })).toBeNull()
  expect(screen.getByRole('link', { name: /^Add it/ }).getAttribute('href')).toBe(
    '/en-gb/my-account-my-profile#date-of-birth',
  )
})

it('makes no link for somebody under 18 who has not said yes, and says where to', () => {
  show(MINOR)
  expect(screen.queryByRole('button', { name: 'Make a link' })).toBeNull()
  expect(screen.getByRole('link', { name: /^Cards and boards/ }).getAttribute('href')).toBe(
    '/en-gb/my-account-my-profile#sharing',
  )
})
