import { expect, it, vi } from 'vitest'

it('knows the sentence of a refusal once it is loaded, and the one for no network from the start', async () => {
  vi.resetModules()
  const { errorSentence } = await import('./error-sentence')
  const { loadSentences } = await import('./load-sentences')
  expect(errorSentence('ERR_NETWORK')).toMatch(/cannot reach the academy/)
  expect(errorSentence('SLOT_FULL')).toMatch(/Something went wrong/)
  await loadSentences()
  expect(errorSentence('SLOT_FULL')).toMatch(/took the last place/)
})
