import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import styles from './Scanner.module.css'

/** Reads the QR codes in a picture. */
type Detect = (picture: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>

interface NativeDetector {
  new (options: { formats: string[] }): { detect: Detect }
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's own reader where it has one, else ours. */
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

/** Has the reader on the tablet. */
export const prepare = (): Promise<unknown> => detector()

const EVERY_MS = 160

const WHY: Record<string, string> = {
  NotAllowedError: 'The camera is blocked for this site. Allow it in the browser, or type the code.',
  NotFoundError: 'This tablet has no camera that we can use. Type the code instead.',
  NotReadableError: 'Another app is using the camera. Close it and try again, or type the code.',
}

interface ScannerProps {
  onRead: (text: string) => void
  onClose: () => void
}

/** The camera on a ticket's QR code; closes itself as soon as it has read one. */
export function Scanner({ onRead, onClose }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useEffectEvent((text: string) => onRead(text))
  useEffect(() => {
    let stream: MediaStream | null = null
    let timer = 0
    let over = false
    const fail = (cause: unknown) =>
      setProblem(
        (cause instanceof DOMException ? WHY[cause.name] : undefined) ??
          'The camera did not start. Type the code instead.',
      )
    const look = async (detect: Detect) => {
      const picture = video.current
      if (over || !picture) return
      const found = picture.readyState >= 2 ? await detect(picture).catch(() => []) : []
      const text = found[0]?.rawValue
      if (over) return
      if (text) return read(text)
      timer = window.setTimeout(() => void look(detect), EVERY_MS)
    }
    const start = async () => {
      const devices = navigator.mediaDevices as MediaDevices | undefined
      if (!devices) throw new DOMException('', 'NotFoundError')
      const [got, detect] = await Promise.all([
        devices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
        detector(),
      ])
      stream = got
      if (over || !video.current) return got.getTracks().forEach((track) => track.stop())
      video.current.srcObject = got
      await video.current.play()
      await look(detect)
    }
    start().catch(fail)
    return () => {
      over = true
      window.clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])
  return (
    <Dialog
      open
      title="Scan the ticket"
      onClose={onClose}
      actions={
        <Button variant="secondary" size="large" wide onClick={onClose}>
          Type the code instead
        </Button>
      }
    >
      {problem ? (
        <p role="alert">{problem}</p>
      ) : (
        <div className={styles.frame}>
          <video ref={video} className={styles.video} muted playsInline aria-label="Camera" />
          <span className={styles.finder} aria-hidden="true" />
        </div>
      )}
    </Dialog>
  )
}
