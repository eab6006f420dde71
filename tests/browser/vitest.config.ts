import wasm from 'vite-plugin-wasm'
import { defineConfig } from 'vitest/config'

/** Three files at a time, each with a browser and a server of its own: the journeys measure nothing, and wait more than they work. */
export default defineConfig({
  // The simulated day runs the rules as the pages do.
  plugins: [wasm()],
  test: {
    include: ['journeys/**/*.test.ts', 'simulation/**/*.test.ts'],
    maxWorkers: 3,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    retry: 0,
    // A machine with much to do takes longer than the second that is usual.
    expect: { requireAssertions: true, poll: { timeout: 15_000 } },
  },
})
