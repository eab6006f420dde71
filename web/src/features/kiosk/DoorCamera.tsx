import { useRef } from 'react'
import { useCameraCodes } from '../../camera/use-camera-codes'
import css from './DoorCamera.module.css'
import { codeIn } from './door'

/** For this long the same ticket is not read again, since its owner may still hold it there, ms. */
const SAME_MS = 15_000

/** The camera beside the instructions. Without one, codes are typed and the screen does not mention a camera. */
export function DoorCamera({ paused, onCode }: { paused: boolean; onCode: (code: string) => void }) {
  const last = useRef({ code: '', at: 0 })
  const { video, problem } = useCameraCodes('user', (text) => {
    const code = codeIn(text)
    if (paused || code === null) return
    const now = Date.now()
    if (code === last.current.code && now - last.current.at < SAME_MS) return
    last.current = { code, at: now }
    onCode(code)
  })
  if (problem) return null
  return (
    <div className={css.camera}>
      <video
        ref={video}
        className={css.video}
        muted
        playsInline
        aria-label="Camera: hold your QR code here"
      />
      <span className={css.finder} aria-hidden="true" />
    </div>
  )
}
