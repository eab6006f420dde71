import { describe, expect, it } from 'vitest'
import { paragraphs } from './plain-text'

describe('plain text', () => {
  it('takes the marks off', () => {
    expect(paragraphs('## The prize\n\n1. Go **hard**.\n2. See [this](/x).')).toEqual([
      'The prize',
      'Go hard. See this.',
    ])
  })
})
