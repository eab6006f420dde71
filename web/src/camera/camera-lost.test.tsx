// A camera that was on and is taken away, by its plug or by the system, is started again.
import { act, field, render, screen } from '../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { useCameraCodes } from './use-camera-codes'

class Track extends EventTarget {
  isStopped = false
  stop() {
    this.isStopped = true
  }
}

/** One for each time that the camera was started, and its stream. */
let tracks: Track[]
let streams: { getTracks: () => Track[] }[]
let isThere: boolean
let asked: number

beforeEach(() => {
  vi.useFakeTimers()
  tracks = []
  streams = []
  isThere = true
  asked = 0
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
  vi.stubGlobal('navigator', {
    ...navigator,
    mediaDevices: {
      getUserMedia: () => {
        asked += 1
        if (!isThere) return Promise.reject(new DOMException('', 'NotFoundError'))
        const track = new Track()
        const stream = { getTracks: () => [track] }
        tracks.push(track)
        streams.push(stream)
        return Promise.resolve(stream)
      },
    },
  })
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = () => Promise.resolve(['qr_code'])
      detect = () => Promise.resolve([])
    },
  )
})

function Camera() {
  const { video, problem } = useCameraCodes('user', () => undefined)
  return problem ? <p>{problem}</p> : <video ref={video} aria-label="Camera" />
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const picture = () => field<HTMLVideoElement>('Camera').srcObject

function lose(): void {
  isThere = false
  act(() => void tracks.at(-1)?.dispatchEvent(new Event('ended')))
}

it('is started again after growing pauses until it is there', async () => {
  const { unmount } = render(<Camera />)
  await pass(0)
  expect(picture()).toBe(streams[0])
  lose()
  screen.getByText('failed')
  expect(tracks[0]?.isStopped).toBe(true)
  await pass(1000)
  screen.getByText('missing')
  expect(asked).toBe(2)
  await pass(1999)
  expect(asked).toBe(2)
  await pass(1)
  expect(asked).toBe(3)
  isThere = true
  await pass(4000)
  expect(asked).toBe(4)
  expect(picture()).toBe(streams[1])

  // After a minute's picture the next loss begins with the first pause.
  await pass(60_000)
  lose()
  await pass(1000)
  expect(asked).toBe(5)
  unmount()
  await pass(60_000)
  expect(asked).toBe(5)
})

it('is started again after growing pauses too if it is lost as soon as it is on', async () => {
  render(<Camera />)
  await pass(0)
  lose()
  for (const pause of [1000, 2000, 4000]) {
    const before = asked
    isThere = true
    await pass(pause - 1)
    expect(asked).toBe(before)
    await pass(1)
    expect(asked).toBe(before + 1)
    expect(picture()).toBe(streams.at(-1))
    lose()
  }
})

it('is started at once when the page is shown again', async () => {
  render(<Camera />)
  await pass(0)
  lose()
  isThere = true
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(picture()).toBe(streams[1])
  await pass(60_000)
  expect(asked).toBe(2)
})

it('is not waited for if it never showed a picture', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('', 'NotReadableError'))
  render(<Camera />)
  await pass(0)
  screen.getByText('busy')
  await pass(60_000)
  expect(asked).toBe(1)
})

it('is not waited for if it never was there', async () => {
  isThere = false
  render(<Camera />)
  await pass(0)
  screen.getByText('missing')
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(60_000)
  expect(asked).toBe(1)
})
