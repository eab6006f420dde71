import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readAnswer, useTokenInHash } from './use-token-in-hash'

const TOKEN = 'a1B2c3D4e5F6g7H8i9J0'

describe('the link of a coach’s booking', () => {
  it('is an answer and a token', () => {
    expect(readAnswer(`#accept=${TOKEN}`)).toEqual({ answer: 'accept', token: TOKEN })
    expect(readAnswer(`#decline=${TOKEN}`)).toEqual({ answer: 'decline', token: TOKEN })
  })

  it('is nothing else', () => {
    for (const hash of [
      '',
      '#',
      `#${TOKEN}`,
      `#perhaps=${TOKEN}`,
      '#accept=',
      '#accept=short',
      `#accept=${TOKEN}<b>`,
    ])
      expect(readAnswer(hash)).toBeNull()
  })

  it('leaves the address at once, and is still there after a reload', () => {
    window.history.replaceState({ key: 'entry' }, '', `/en-gb/coach-booking#accept=${TOKEN}`)
    const first = renderHook(useTokenInHash)
    expect(first.result.current).toEqual({ answer: 'accept', token: TOKEN })
    expect(window.location.href).not.toContain(TOKEN)
    expect(window.history.state).toMatchObject({ key: 'entry' })
    first.unmount()
    expect(renderHook(useTokenInHash).result.current).toEqual({ answer: 'accept', token: TOKEN })
    window.history.replaceState(null, '', '/en-gb/coach-booking')
    expect(renderHook(useTokenInHash).result.current).toBeNull()
  })
})
