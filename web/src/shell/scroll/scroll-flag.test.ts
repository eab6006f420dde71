// RULES 13.3
import { describe, expect, it } from 'vitest'
import { AT_TOP, scrolledTo } from './scroll-flag'

const after = (...positions: number[]) => positions.reduce(scrolledTo, AT_TOP)

describe('the scroll-up flag', () => {
  it('is set after more than 25 px up', () => {
    expect(after(1000, 975).flag).toBe(false)
    expect(after(1000, 974).flag).toBe(true)
  })

  it('adds up small steps of one way up', () => {
    expect(after(1000, 990, 980, 974).flag).toBe(true)
  })

  it('starts to count again after a step down', () => {
    expect(after(1000, 980, 990, 970).flag).toBe(false)
    expect(after(1000, 980, 990, 964).flag).toBe(true)
  })

  it('is cleared by any step down', () => {
    expect(after(1000, 900).flag).toBe(true)
    expect(after(1000, 900, 901).flag).toBe(false)
  })

  it('is cleared under 250, and stays clear at exactly that place only from below', () => {
    expect(after(1000, 251).flag).toBe(true)
    expect(after(1000, 250).flag).toBe(true)
    expect(after(1000, 300, 249).flag).toBe(false)
  })

  it('is not set at the top of the page', () => {
    expect(after(130, 100).flag).toBe(false)
    expect(after(90, 0).flag).toBe(false)
    expect(after(40, -30).y).toBe(0)
  })

  it('keeps its state while nothing moves', () => {
    const state = after(1000, 900)
    expect(scrolledTo(state, 900)).toBe(state)
  })

  it('tells the direction', () => {
    expect(after(10).direction).toBe('down')
    expect(after(10, 5).direction).toBe('up')
  })
})
