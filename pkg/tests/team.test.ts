import { describe, expect, it } from 'vitest'
import { spreadOver, type Slot } from '../index.ts'

const at = (time: string, remaining: number): Slot =>
  remaining > 0
    ? { time, remaining, available: true }
    : { time, remaining, available: false, reason: 'SLOT_FULL' }
const nobody = (count: number) => Array.from({ length: count }, () => ({}))

describe('a team that is larger than a quarter hour', () => {
  const day = [at('10:00', 1), at('10:15', 4), at('10:30', 2), at('10:45', 0), at('11:00', 4)]

  it('stands in the next ones too, in the order of the list', () => {
    expect(spreadOver(nobody(6), '10:00', day)).toEqual({
      times: ['10:00', '10:15', '10:15', '10:15', '10:15', '10:30'],
    })
  })

  it('is told how many places there are without a gap', () => {
    expect(spreadOver(nobody(8), '10:00', day)).toEqual({ room: 7 })
    expect(spreadOver(nobody(1), '10:45', day)).toEqual({ room: 0 })
    expect(spreadOver(nobody(1), '12:00', day)).toEqual({ room: 0 })
  })

  it('has the places that it gives up itself, and keeps who stays', () => {
    expect(spreadOver(nobody(2), '10:45', day, ['10:45', '10:45'])).toEqual({ times: ['10:45', '10:45'] })
    expect(spreadOver([{ staysAt: '10:45' }, {}], '10:45', day)).toEqual({ times: ['10:45', '11:00'] })
  })
})
