// The camera is switched off with the component that uses it, even if the code reader fails to load.
import { render, screen } from '../test/kit'
import { expect, it, vi } from 'vitest'
import { useCameraCodes } from './use-camera-codes'
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
        // After the reader has failed.
        await new Promise((resolve) => setTimeout(resolve, 20))
        return { getTracks: () => [{ stop }] }
      },
    },
  })
  render(<Camera />)
  await screen.findByText('failed')
  await vi.waitFor(() => expect(stop).toHaveBeenCalled())
})
