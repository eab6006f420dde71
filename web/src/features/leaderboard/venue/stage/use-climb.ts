import { useLayoutEffect, useRef, type RefObject } from 'react'
import { stillness } from './stillness'

const CLIMB_MS = 1100
const ARRIVE_MS = 900
/** The delay of each further row when a board is first shown, in ms. */
const STAGGER_MS = 35
const EASING = 'cubic-bezier(0.22, 0.8, 0.2, 1)'

interface RowPosition {
  x: number
  y: number
  width: number
  /** From 0 for the first of the list. */
  rank: number
}

/** Where an element is laid out: what moves it meanwhile does not count. */
const placeOf = (element: HTMLElement, rank: number): RowPosition => ({
  x: element.offsetLeft,
  y: element.offsetTop,
  width: element.offsetWidth,
  rank,
})

/** How far it is from there at this moment, in mid-flight. */
function drift(element: HTMLElement): { x: number; y: number } {
  const { transform } = getComputedStyle(element)
  if (transform === 'none') return { x: 0, y: 0 }
  const { e, f } = new DOMMatrixReadOnly(transform)
  return { x: e, y: f }
}

/**
 * Animates the children of a list from their former to their present positions (first, last, invert, play), by
 * transform and opacity alone, so that the compositor can do it. Each child has a `data-key`; a list with another
 * `scene` is a new one, whose rows enter from below. `landing` names the child that enters from the middle.
 */
export function useClimb(list: RefObject<HTMLElement | null>, scene: string, landing: string | null): void {
  const before = useRef<{ scene: string; places: Map<string, RowPosition> } | null>(null)
  useLayoutEffect(() => {
    const parent = list.current
    if (!parent) return
    const last = before.current
    const rows = [...parent.children].filter((child) => child instanceof HTMLElement)
    // What is still under way is read before it is replaced.
    const moving = last?.scene === scene
    const drifts = moving ? rows.map(drift) : []
    const places = new Map(rows.map((row, rank) => [row.dataset.key ?? '', placeOf(row, rank)]))
    before.current = { scene, places }
    if (stillness()) return
    rows.forEach((row, index) => {
      const key = row.dataset.key ?? ''
      const from = moving ? last.places.get(key) : undefined
      const to = places.get(key)
      if (!to) return
      if (from) travel(row, from, to, drifts[index] ?? { x: 0, y: 0 })
      else if (key === landing) comeDown(row, parent)
      else arrive(row, moving ? 0 : index * STAGGER_MS)
    })
  })
}

function travel(row: HTMLElement, from: RowPosition, to: RowPosition, drift: { x: number; y: number }): void {
  const resized = from.width !== to.width
  const x = from.x - to.x + (resized ? (from.width - to.width) / 2 : 0) + drift.x
  const y = from.y - to.y + drift.y
  if (Math.abs(from.x - to.x) < 1 && Math.abs(from.y - to.y) < 1) return
  const climbs = from.rank > to.rank
  row.style.zIndex = climbs ? '2' : '1'
  const flight = row.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, opacity: resized ? 0.2 : 1 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: CLIMB_MS, easing: EASING },
  )
  flight.onfinish = () => (row.style.zIndex = '')
  if (climbs) glow(row)
}

function arrive(row: HTMLElement, delay: number): void {
  row.animate(
    [
      { transform: 'translateY(60%)', opacity: 0 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: ARRIVE_MS, delay, easing: EASING, fill: 'backwards' },
  )
}

/** From the middle of the screen, where the name was, into the row. */
function comeDown(row: HTMLElement, parent: HTMLElement): void {
  const at = row.getBoundingClientRect()
  const hall = parent.ownerDocument.documentElement
  const x = hall.clientWidth / 2 - (at.left + at.width / 2)
  const y = hall.clientHeight / 2 - (at.top + at.height / 2)
  row.style.zIndex = '3'
  const flight = row.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(1.5)`, opacity: 0 },
      { transform: `translate(${x * 0.7}px, ${y * 0.7}px) scale(1.35)`, opacity: 1, offset: 0.25 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: 1.2 * CLIMB_MS, easing: EASING },
  )
  flight.onfinish = () => (row.style.zIndex = '')
  glow(row)
}

/** The light of a climb: a layer of the row's own that fades. */
function glow(row: HTMLElement): void {
  row
    .querySelector('[data-glow]')
    ?.animate([{ opacity: 0.9 }, { opacity: 0.9, offset: 0.5 }, { opacity: 0 }], { duration: 2.5 * CLIMB_MS })
}
