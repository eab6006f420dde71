import { describe, expect, it } from 'vitest'
import { body, taper, type Pose } from './figure'
import { stance } from './poses'

const STANDING: Pose = {
  hip: { x: 160, y: 160 },
  trunk: 0,
  head: 0,
  nearArm: [0, 0],
  farArm: [0, 0],
  nearLeg: [0, 0, 90],
  farLeg: [0, 0, 90],
}

const numbers = (path: string) => path.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? []

describe('the athlete', () => {
  it('stands upright when every angle hangs straight', () => {
    const { head, hands } = body(STANDING)
    expect(head.x).toBeCloseTo(160)
    expect(head.y).toBeLessThan(160)
    expect(hands.near.x).toBeCloseTo(160)
    expect(hands.near.y).toBeGreaterThan(160)
  })

  it('leans forward with the trunk', () => {
    expect(body({ ...STANDING, trunk: 30, head: 30 }).head.x).toBeGreaterThan(200)
  })

  it('is drawn with finite numbers in every stance', () => {
    for (const share of [0, 0.3, 0.6, 0.9, 1]) {
      const shape = body(stance(share))
      for (const path of [shape.nearLeg, shape.farLeg, shape.nearArm, shape.trunk, shape.shorts]) {
        expect(path).not.toContain('NaN')
        expect(numbers(path).length).toBeGreaterThan(8)
      }
    }
  })

  it('outlines a mass even where one end swallows the other', () => {
    expect(taper({ x: 0, y: 0 }, { x: 1, y: 0 }, 20, 5)).not.toContain('NaN')
    expect(taper({ x: 0, y: 0 }, { x: 0, y: 0 }, 5, 5)).not.toContain('NaN')
  })

  it('comes out of the blocks, runs, and ends with the arms up', () => {
    expect(stance(0).trunk).toBeGreaterThan(stance(0.6).trunk)
    expect(body(stance(1)).hands.near.y).toBeLessThan(body(stance(1)).head.y)
    expect(stance(-1)).toBe(stance(0))
  })
})
