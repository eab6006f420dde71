// The camera goes off with whatever needs it, also when the reader of codes does not come.
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useCameraCodes } from './use-camera-codes'

afterEach(() => vi.unstubAllGlobals())

vi.mock('qr/decode.js', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

function Camera() {
  const { video, problem } = useCameraCodes('environment', () => undefined)
  return problem ? <p>{problem}</p> : <video ref={video} />
}

it('is switched off when the reader’s code does not load', async () => {
  const stop = vi.fn()
  vi.stubGlobal('navigator', {
    ...navigator,
    mediaDevices: {
      getUserMedia: async () => {
        // Later than the reader's failure.
        await new Promise((resolve) => setTimeout(resolve, 20))
        return { getTracks: () => [{ stop }] }
      },
    },
  })
  render(<Camera />)
  await screen.findByText('failed')
  await vi.waitFor(() => expect(stop).toHaveBeenCalled())
})
