// @vitest-environment node
import { loadRules } from '../rules'
import { expect, it } from 'vitest'
import { SESSION_MS, sessionRemaining } from './lifetime'

it('is over when the rules say so', async () => {
  const rules = await loadRules()
  for (const age of [0, SESSION_MS - 1, SESSION_MS, SESSION_MS + 1]) {
    expect(sessionRemaining(1_000, 1_000 + age).is === 'over').toBe(rules.sessionExpired(1_000, 1_000 + age))
  }
})
