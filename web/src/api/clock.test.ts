import { beforeEach, expect, it, vi } from 'vitest'
import {
  learnServerNow,
  onServerNow,
  serverNow,
  serverNowInDoubt,
  serverNowKnown,
  toDeviceTime,
  toServerTime,
  whenServerNowKnown,
} from './clock'

const HOUR = 3_600_000
const NOW = '2026-11-24T09:00:00.000Z'

/** The device is two hours behind. */
const DEVICE = Date.parse(NOW) - 2 * HOUR

beforeEach(() => vi.useFakeTimers({ now: DEVICE, toFake: ['Date'] }))

it('is the device’s own until it is learned', () => {
  const waiting = vi.fn()
  whenServerNowKnown(waiting)
  expect(serverNowKnown()).toBe(false)
  expect(serverNow()).toBe(DEVICE)
  learnServerNow('no time')
  expect(serverNowKnown()).toBe(false)
  expect(waiting).not.toHaveBeenCalled()
  learnServerNow(NOW)
  learnServerNow(NOW)
  expect(serverNowKnown()).toBe(true)
  expect(serverNow()).toBe(Date.parse(NOW))
  expect(waiting).toHaveBeenCalledOnce()
  whenServerNowKnown(waiting)
  expect(waiting).toHaveBeenCalledTimes(2)
})

it('tells a moment of one clock by the other', () => {
  learnServerNow(NOW)
  expect(toServerTime(DEVICE - HOUR)).toBe(Date.parse(NOW) - HOUR)
  expect(toDeviceTime(Date.parse(NOW) - HOUR)).toBe(DEVICE - HOUR)
})

it('is in doubt once the device’s clock has been set, until it is learned again', () => {
  learnServerNow(NOW)
  expect(serverNowInDoubt()).toBe(false)
  vi.setSystemTime(Date.parse(NOW))
  expect(serverNowInDoubt()).toBe(true)
  learnServerNow(NOW)
  expect(serverNowInDoubt()).toBe(false)
  expect(serverNow()).toBe(Date.parse(NOW))
})

it('says each time that it is learned', () => {
  const heard = vi.fn()
  const stop = onServerNow(heard)
  learnServerNow(NOW)
  learnServerNow(NOW)
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  learnServerNow(NOW)
  expect(heard).toHaveBeenCalledTimes(2)
})
