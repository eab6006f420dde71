import { defineConfig } from 'vitest/config'

/** One browser and one server at a time: the journeys measure nothing, but two cores have to carry all of it. */
export default defineConfig({
  test: {
    include: ['journeys/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    retry: 0,
    expect: { requireAssertions: true },
  },
})
