// What all drags have in common: they begin after a few pixels, follow frame by frame, end on release or with Escape, and
// are not clicks. React renders nothing meanwhile.

/** A shaking hand does not drag, in pixels. */
const THRESHOLD = 4

export interface Drag {
  /** The element that captures the pointer. */
  owner: HTMLElement
  /** Called when the drag has begun. */
  begin: () => void
  /** Called at most once per frame, with the pointer's position in the window; true requests another frame without a move. */
  follow: (x: number, y: number) => boolean
  /** Called on release. */
  drop: () => void
  /** Called at the end in any case, also after a drop. */
  end: () => void
}

/** Suppresses the click that follows a drag. */
function swallowClick() {
  const stop = (event: MouseEvent) => {
    event.stopPropagation()
    event.preventDefault()
  }
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }))
}

/** Follows a pointer that has just been pressed. */
export function followPointer(pressed: PointerEvent, drag: Drag): void {
  const { pointerId, clientX, clientY } = pressed
  const { owner } = drag
  let [x, y] = [clientX, clientY]
  let dragging = false
  let frame = 0

  const draw = () => {
    frame = 0
    if (drag.follow(x, y)) schedule()
  }
  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    ;[x, y] = [event.clientX, event.clientY]
    if (!dragging) {
      if (Math.hypot(x - clientX, y - clientY) < THRESHOLD) return
      dragging = true
      owner.setPointerCapture(pointerId)
      drag.begin()
    }
    schedule()
  }
  const finish = () => {
    cancelAnimationFrame(frame)
    owner.removeEventListener('pointermove', move)
    owner.removeEventListener('pointerup', up)
    owner.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', press, true)
    if (dragging) drag.end()
  }
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    if (dragging) {
      drag.follow(event.clientX, event.clientY)
      swallowClick()
      drag.drop()
    }
    finish()
  }
  const cancel = (event: PointerEvent) => {
    if (event.pointerId === pointerId) finish()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !dragging) return
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
