import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useCopy } from './use-copy'
async function saidAfterCopying(clipboard: object | undefined): Promise<string> {
  vi.stubGlobal('navigator', { clipboard })
  const { result } = renderHook(() => useCopy('https://sixfold.example'))
  await act(() => result.current.copy())
  return result.current.said
}

it('says that the text is copied', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  expect(await saidAfterCopying({ writeText })).toBe('Copied.')
  expect(writeText).toHaveBeenCalledWith('https://sixfold.example')
})

it.each([
  ['there is no clipboard', undefined],
  ['it is not allowed', { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
])('asks to copy it by hand where %s', async (_, clipboard) => {
  expect(await saidAfterCopying(clipboard)).toBe('Your browser does not allow that. Copy it by hand.')
})
