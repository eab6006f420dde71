// What every pull of the pointer has in common: it begins after a few pixels, follows frame by frame, ends by letting
// go or by Escape, and is no click. React draws nothing meanwhile.

/** A hand that shakes is no pull. */
const THRESHOLD = 4

export interface Pull {
  /** What takes the pointer. */
  owner: HTMLElement
  /** The pull has begun. */
  begin: () => void
  /** Once a frame at most, with the pointer in the window; true asks for another frame without a move. */
  follow: (x: number, y: number) => boolean
  /** Let go where it was followed to. */
  drop: () => void
  /** Always at last, after a drop too. */
  end: () => void
}

/** The click that follows a pull is none. */
function swallowClick() {
  const stop = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }))
}

/** Follows a pointer that has just been pressed. */
export function followPointer(pressed: PointerEvent, pull: Pull): void {
  const { pointerId, clientX, clientY } = pressed
  const { owner } = pull
  let [x, y] = [clientX, clientY]
  let pulling = false
  let frame = 0

  const draw = () => {
    frame = 0
    if (pull.follow(x, y)) schedule()
  }
  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    ;[x, y] = [event.clientX, event.clientY]
    if (!pulling) {
      if (Math.hypot(x - clientX, y - clientY) < THRESHOLD) return
      pulling = true
      owner.setPointerCapture(pointerId)
      pull.begin()
    }
    schedule()
  }
  const finish = () => {
    cancelAnimationFrame(frame)
    owner.removeEventListener('pointermove', move)
    owner.removeEventListener('pointerup', up)
    owner.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', press, true)
    if (pulling) pull.end()
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    if (pulling) {
      pull.follow(event.clientX, event.clientY)
      swallowClick()
      pull.drop()
    }
    finish()
  }
  const cancel = (event: PointerEvent) => {
    if (event.pointerId === pointerId) finish()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !pulling) return
    event.preventDefault()
    event.stopPropagation()
    swallowClick()
    finish()
  }
  owner.addEventListener('pointermove', move)
  owner.addEventListener('pointerup', up)
  owner.addEventListener('pointercancel', cancel)
  window.addEventListener('keydown', press, true)
}
