import { press, renderQueried, screen } from '../../../test/kit'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { KeptDesk } from './InstoreAdmin'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../../features/delivery/book-person/BookPerson', () => {
  asked()
  throw new TypeError('Failed to fetch dynamically imported module')
})

interface DeskProps {
  title: string
  walkIn: (onboard: () => Promise<null>) => ReactNode
}
vi.mock('../../../features/instore/Desk', () => ({
  Desk: ({ title, walkIn }: DeskProps) => (
    <>
      <h1>{title}</h1>
      {walkIn(() => Promise.resolve(null))}
    </>
  ),
}))

it('asks for what books a walk-in while there is a network, and stays when it does not come', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  renderQueried(<KeptDesk title="The desk" />)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await press('Book for today')
  await screen.findByRole('button', { name: 'Try again' })
  screen.getByRole('heading', { name: 'The desk' })
  screen.getByRole('button', { name: 'Book for today' })
})
