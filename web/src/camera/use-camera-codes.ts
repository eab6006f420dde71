import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

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
/**
 * The pause before a camera that was lost is started again, ms; it doubles with every attempt until there has been a picture
 * for as long as the longest one.
 */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/** Why there is no picture; the caller says what to do instead. */
export type CameraProblem = 'blocked' | 'missing' | 'busy' | 'failed'

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: 'blocked',
  NotFoundError: 'missing',
  NotReadableError: 'busy',
}

interface CameraListener {
  /** It is on; the picture is shown next. */
  onStart: () => void
  /** The picture is shown. */
  onPlay: () => void
  onRead: (text: string) => void
  /** It did not start, or was taken away. */
  onLost: (why: CameraProblem) => void
}

/** Starts the camera and shows its picture; returns what stops it. */
function watch(
  facing: 'environment' | 'user',
  video: RefObject<HTMLVideoElement | null>,
  { onStart, onPlay, onRead, onLost }: CameraListener,
): () => void {
  let stream: MediaStream | null = null
  let timer = 0
  let over = false
  const stop = () => {
    over = true
    window.clearTimeout(timer)
    stream?.getTracks().forEach((track) => track.stop())
  }
  const lose = (cause?: unknown) => {
    if (over) return
    stop()
    onLost((cause instanceof DOMException ? PROBLEMS[cause.name] : undefined) ?? 'failed')
  }
  const look = async (detect: Detect) => {
    const picture = video.current
    if (over || !picture) return
    const found = picture.readyState >= 2 ? await detect(picture).catch(() => []) : []
    const text = found[0]?.rawValue
    // The callback may close the camera.
    if (!over && text) onRead(text)
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
        // Its plug was pulled, or the system has taken it: the picture would freeze.
        else opened.getTracks().forEach((track) => track.addEventListener('ended', () => lose()))
        return opened
      }),
      detector(),
    ])
    if (over) return
    onStart()
    if (!video.current) return stop()
    video.current.srcObject = got
    await video.current.play()
    if (over) return
    onPlay()
    await look(detect)
  }
  start().catch(lose)
  return stop
}

/**
 * Reads QR codes with the camera: render `video` while there is no `problem`; `onRead` is called with every code in view,
 * repeatedly. `facing` selects the camera. A camera that was lost is started again after growing pauses, and at once when
 * the page is shown again.
 */
export function useCameraCodes(facing: 'environment' | 'user', onRead: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const read = useEffectEvent((text: string) => onRead(text))
  useEffect(() => {
    let stop: (() => void) | null = null
    let timer = 0
    let attempts = 0
    /** Whether there has been a picture: a camera that never had one is not waited for. */
    let known = false
    /** When this picture came, ms; null while there is none. */
    let shownAt: number | null = null
    const start = () => {
      window.clearTimeout(timer)
      stop = watch(facing, video, {
        // The caller may show something else instead of `video`.
        onStart: () => flushSync(() => setProblem(null)),
        onPlay: () => {
          known = true
          shownAt = Date.now()
        },
        onRead: (text) => read(text),
        onLost: (why) => {
          stop = null
          setProblem(why)
          if (!known) return
          // One that is lost again and again soon after its start is waited for longer and longer.
          if (shownAt !== null && Date.now() - shownAt >= LONGEST_PAUSE_MS) attempts = 0
          shownAt = null
          timer = window.setTimeout(start, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts))
          attempts += 1
        },
      })
    }
    const look = () => {
      if (known && stop === null && document.visibilityState === 'visible') start()
    }
    start()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.clearTimeout(timer)
      stop?.()
    }
  }, [facing])
  return { video, problem }
}
