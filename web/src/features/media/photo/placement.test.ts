import { describe, expect, it } from 'vitest'
import { STORY } from '../card/formats'
import { CENTRED, dragged, placement, room } from './placement'

const WIDE = { width: 4000, height: 3000 }
const TALL = { width: 1000, height: 4000 }

describe('a photograph behind a card', () => {
  it('covers it, centred, whatever its shape', () => {
    for (const photo of [WIDE, TALL, { width: 9, height: 16 }, { width: 7, height: 7 }]) {
      const { left, top, width, height } = placement(photo, STORY, CENTRED)
      expect(Math.min(width, height)).toBe(1)
      expect(left).toBeCloseTo((1 - width) / 2)
      expect(top).toBeCloseTo((1 - height) / 2)
      // It keeps its own proportions.
      expect((width * STORY.width) / (height * STORY.height)).toBeCloseTo(photo.width / photo.height)
    }
  })

  it('has room where it is larger than the card, and everywhere once zoomed in', () => {
    expect(room(placement(WIDE, STORY, CENTRED))).toEqual({ across: true, down: false })
    expect(room(placement(TALL, STORY, CENTRED))).toEqual({ across: false, down: true })
    expect(room(placement(TALL, STORY, { ...CENTRED, zoom: 1.5 }))).toEqual({ across: true, down: true })
  })

  it('goes with the finger to its edge and no further', () => {
    const box = placement(WIDE, STORY, CENTRED)
    const a = dragged(CENTRED, box, 0.1, 0.4)
    expect(placement(WIDE, STORY, a).left - box.left).toBeCloseTo(0.1)
    expect(a.y).toBe(0.5)
    expect(dragged(CENTRED, box, 9, 0).x).toBe(0)
    expect(dragged(CENTRED, box, -9, 0).x).toBe(1)
  })
})
