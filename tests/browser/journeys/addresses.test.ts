// Addresses: where a visitor ends up, and with which status.
import { expect, test } from 'vitest'

import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

async function answer(path: string): Promise<{ status: number; location: string | null }> {
  const response = await fetch(`${stage.server.url}${path}`, { redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location') }
}

test.each(['/', '/en-gb'])('%s leads to the homepage of the locale', async (path) => {
  const { status, location } = await answer(path)
  expect([301, 302, 307, 308]).toContain(status)
  expect(new URL(location ?? '', stage.server.url).pathname).toBe('/en-gb/')
})

test.each(['/login', '/frequently-asked-questions', '/my-account-book-test'])(
  '%s gets the prefix',
  async (path) => {
    const { status, location } = await answer(path)
    expect(status).toBe(308)
    expect(new URL(location ?? '', stage.server.url).pathname).toBe(`/en-gb${path}`)
  },
)

test.each(['/en-gb/no-such-page', '/en-gb/my-account/deeper'])(
  '%s is a 404 that leads back',
  async (path) => {
    expect((await answer(path)).status).toBe(404)
    const page = await stage.open(path)
    await page.getByText('The page you are looking for cannot be found').waitFor()
    await page.getByRole('main').getByRole('link').first().click()
    await page.waitForURL((url) => url.pathname !== path)
    expect((await answer(new URL(page.url()).pathname)).status).toBe(200)
  },
)

test.each(['user-registration', 'account-information', 'signup-completion'])(
  '%s without screening answers starts at the screening',
  async (path) => {
    const page = await stage.open(`/en-gb/${path}`)
    await page.waitForURL('**/en-gb/register**')
    // The address changes before the page behind it has come.
    const heading = page.getByRole('heading', { level: 1 })
    await heading.first().waitFor()
    await expect.poll(() => heading.count()).toBe(1)
  },
)
