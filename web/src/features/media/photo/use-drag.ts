import { useRef, type PointerEvent } from 'react'

/** Handlers of an element that is dragged across, in shares of its own width and height. */
export function useDrag(onDrag: (right: number, down: number) => void) {
  const last = useRef<{ x: number; y: number } | null>(null)
  const end = () => {
    last.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (!event.isPrimary || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = last.current
      if (!before) return
      const { width, height } = event.currentTarget.getBoundingClientRect()
      last.current = { x: event.clientX, y: event.clientY }
      onDrag((event.clientX - before.x) / width, (event.clientY - before.y) / height)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
