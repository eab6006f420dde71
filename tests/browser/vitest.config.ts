import wasm from 'vite-plugin-wasm'
import { defineConfig } from 'vitest/config'

/** Three files at a time, each with a browser and a server of its own: the journeys measure nothing, and wait more than they work. */
export default defineConfig({
  // The simulated day runs the rules as the pages do.
  plugins: [wasm()],
  test: {
    include: ['journeys/**/*.test.ts', 'simulation/**/*.test.ts'],
    maxWorkers: 3,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    retry: 0,
    // How long to wait before giving up, not how fast a page has to be: while the crates compile beside the journeys, a page may
    // wait for a processor for many seconds.
    expect: { requireAssertions: true, poll: { timeout: 45_000 } },
  },
})
