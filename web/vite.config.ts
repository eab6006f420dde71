import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import wasm from 'vite-plugin-wasm'
import { compress } from './build/compress.ts'
import { englishOnly } from './build/english-only.ts'

// The API answers on the server's default address; `cargo xtask dev` starts it.
const server = { '/api': { target: 'http://127.0.0.1:8080' } }

export default defineConfig({
  plugins: [wasm(), react(), englishOnly(), compress()],
  server: { proxy: server },
  preview: { proxy: server },
  build: {
    target: 'es2022',
    // A data URI would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
          ],
        },
      },
    },
  },
})
