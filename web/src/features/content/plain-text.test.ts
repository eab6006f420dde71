import { describe, expect, it } from 'vitest'
import { isPlain, paragraphs } from './plain-text'

describe('plain text', () => {
  it('knows when nothing needs rendering', () => {
    expect(isPlain('Fast is only a sixth of it. Step up.\n\nAgain.')).toBe(true)
    expect(isPlain('Go **hard**')).toBe(false)
    expect(isPlain('- one')).toBe(false)
    expect(isPlain('See [this](/x)')).toBe(false)
  })

  it('takes the marks off', () => {
    expect(paragraphs('## The prize\n\n1. Go **hard**.\n2. See [this](/x).')).toEqual([
      'The prize',
      'Go hard. See this.',
    ])
  })
})
