import { expect, it } from 'vitest'
import { ROUTES } from './paths'
import { router } from './routes'

it.each(Object.entries(ROUTES))('%s is a page', (_, path) => {
  const bare = (address: string) => address.replace(/(?<=.)\/$/, '')
  expect(Object.keys(router.routesByPath).map(bare)).toContain(bare(path))
})

it('leads every other address below the prefix to whatever is authored there', () => {
  expect(Object.keys(router.routesByPath)).toContain('/en-gb/$')
})
