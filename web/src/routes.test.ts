import { expect, it } from 'vitest'
import { ROUTES } from './paths'
import { router } from './routes'

// Areas of later releases; until then their addresses lead to the page for what cannot be found.
const LATER: readonly string[] = [
  ROUTES.leaderboard,
  ROUTES.mediaCenter,
  ROUTES.instoreAdmin,
  ROUTES.deliveryAdmin,
  ROUTES.coachAdmin,
]

it.each(Object.entries(ROUTES).filter(([, path]) => !LATER.includes(path)))('%s is a page', (_, path) => {
  const bare = (address: string) => address.replace(/(?<=.)\/$/, '')
  expect(Object.keys(router.routesByPath).map(bare)).toContain(bare(path))
})
