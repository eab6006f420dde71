import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Reads the QR codes in a picture. */
type Detect = (picture: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>

interface NativeDetector {
  new (options: { formats: string[] }): { detect: Detect }
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's own reader if it has one, else ours. */
async function detector(): Promise<Detect> {
  const native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  const formats = native ? await native.getSupportedFormats().catch(() => []) : []
  if (native && formats.includes('qr_code')) {
    const own = new native({ formats: ['qr_code'] })
    return (picture) => own.detect(picture)
  }
  const { BarcodeDetector } = await import('qr/decode.js')
  const ours = new BarcodeDetector({ formats: ['qr_code'] })
  return (picture) => ours.detect(picture)
}

/** Loads the reader in advance. */
export const prepareCodes = (): Promise<unknown> => detector()

const EVERY_MS = 160

/** Why there is no picture; the caller says what to do instead. */
export type CameraProblem = 'blocked' | 'missing' | 'busy' | 'failed'

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: 'blocked',
  NotFoundError: 'missing',
  NotReadableError: 'busy',
}

/**
 * Reads QR codes with the camera: render `video`; `onRead` is called with every code in view, repeatedly. `facing`
 * selects the camera.
 */
export function useCameraCodes(facing: 'environment' | 'user', onRead: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const read = useEffectEvent((text: string) => onRead(text))
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer = 0
    let over = false
    const stop = () => {
      over = true
      window.clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
    const look = async (detect: Detect) => {
      const picture = video.current
      if (over || !picture) return
      const found = picture.readyState >= 2 ? await detect(picture).catch(() => []) : []
      const text = found[0]?.rawValue
      // The callback may close the camera.
      if (!over && text) read(text)
      timer = window.setTimeout(() => void look(detect), EVERY_MS)
    }
    const start = async () => {
      const devices = navigator.mediaDevices as MediaDevices | undefined
      if (!devices) throw new DOMException('', 'NotFoundError')
      const [got, detect] = await Promise.all([
        // Started at once: a reader that fails to load must not leave the camera on.
        devices.getUserMedia({ video: { facingMode: facing }, audio: false }).then((opened) => {
          stream = opened
          if (over) stop()
          return opened
        }),
        detector(),
      ])
      if (over || !video.current) return stop()
      video.current.srcObject = got
      await video.current.play()
      await look(detect)
    }
    start().catch((cause: unknown) => {
      if (over) return
      stop()
      setProblem((cause instanceof DOMException ? PROBLEMS[cause.name] : undefined) ?? 'failed')
    })
    return stop
  }, [facing])
  return { video, problem }
}
