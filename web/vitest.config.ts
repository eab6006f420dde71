import react from '@vitejs/plugin-react'
import wasm from 'vite-plugin-wasm'
import { configDefaults, defineConfig } from 'vitest/config'

/** These replace what jsdom's own window does not let go of: `location`, and the entries of `performance`. */
const REPLACE_GLOBALS = [
  'src/api/client/client.test.ts',
  'src/auth/RequireSession.test.tsx',
  'src/auth/parity-session.test.tsx',
  'src/auth/parity-sign-in.test.tsx',
  'src/auth/passkeys.test.ts',
  'src/auth/protocol.test.ts',
  'src/first-html/first-data.test.ts',
  'src/waiting-room/leave.test.ts',
]

export default defineConfig({
  plugins: [wasm(), react()],
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:8080/en-gb/' } },
    projects: [
      {
        extends: true,
        test: {
          name: 'site',
          include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...REPLACE_GLOBALS],
          // Each file has a window and modules of its own, in a thread that has read jsdom once.
          pool: 'vmThreads',
        },
      },
      { extends: true, test: { name: 'globals', include: REPLACE_GLOBALS } },
    ],
    setupFiles: ['src/test/setup.ts'],
    testTimeout: 30_000,
    mockReset: true,
    restoreMocks: true,
    unstubGlobals: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
