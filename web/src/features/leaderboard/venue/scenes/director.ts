/**
 * What a venue screen shows: a state machine driven by live events and the time. Boards wait while a reveal is played,
 * a reveal is played once, and a screen that joins late shows the present state.
 */
import type { Reveal } from '../../../../api/live/live'
import { beginOf, isBefore, partAt, tempo, untilNext, type Part } from '../stage/ceremony'
import { sameBoards, type Boards } from './boards'

/** A board is shown a moment after it came: the reveal that it belongs to comes at the same time. */
export const SETTLE_MS = 400
/** How long a score that has been counted waits for the board that it lands on. */
export const LATE_MS = 3000
/** A command that is older than this is over: a screen that was disconnected meanwhile shows its outcome. */
const FRESH_MS = 20_000
/** How long the board on which a revealed final has landed stays, whichever is due next, ms. */
export const REST_MS = 9000

export interface Act {
  reveal: Reveal
  /** When it began, or would have at this speed; ms of the same clock as `now`. */
  from: number
  part: Part
}

export interface Scene {
  now: number
  /** What is on the screen; null until the first frame. */
  boards: Boards | null
  /** What has come and is not shown yet, and when it is shown unless a reveal is played. */
  next: Boards | null
  nextAt: number
  act: Act | null
  /** Who was revealed last, as long as the desk leaves them there, and when they landed. */
  latest: Reveal | null
  landedAt: number
  /** The latest state of the reveal; undefined before the first. */
  heard: Reveal | undefined
}

export type Happening =
  | { type: 'boards'; boards: Boards; now: number }
  /** `still`: nothing may move on this screen. `late`: it may be of a while ago, so that its time counts. */
  | { type: 'reveal'; reveal: Reveal; still: boolean; late: boolean; now: number }
  | { type: 'tick'; now: number }

export const opening = (boards: Boards | null, now: number): Scene => ({
  now,
  boards,
  next: null,
  nextAt: 0,
  act: null,
  latest: null,
  landedAt: 0,
  heard: undefined,
})

export function direct(scene: Scene, happening: Happening): Scene {
  const at = { ...scene, now: happening.now }
  if (happening.type === 'boards') return onBoards(at, happening.boards)
  if (happening.type === 'reveal') return onReveal(at, happening)
  return onTick(at)
}

function onBoards(scene: Scene, boards: Boards): Scene {
  if (scene.boards === null) return { ...scene, boards }
  // Only its time differs: nothing has to wait for that.
  if (scene.next === null && !scene.act && sameBoards(boards, scene.boards)) return { ...scene, boards }
  const nextAt = scene.next === null ? scene.now + SETTLE_MS : scene.nextAt
  return { ...scene, next: boards, nextAt }
}

type RevealHappening = Extract<Happening, { type: 'reveal' }>

function onReveal(scene: Scene, { reveal, still, late }: RevealHappening): Scene {
  const told = { ...scene, heard: reveal }
  const known = scene.act?.reveal ?? scene.latest
  if (reveal.reveal && known && (isStill(known, reveal) || isCorrection(known, reveal)))
    return again(told, reveal)
  if (!reveal.reveal || still || !isNews(scene, reveal, late)) {
    const boards = scene.next ?? scene.boards
    const latest = reveal.reveal ? reveal : null
    return { ...told, boards, next: null, act: null, latest, landedAt: latest ? scene.now : 0 }
  }
  return { ...told, act: { reveal, from: scene.now, part: 'dim' }, latest: null }
}

/** Whether it is a step forward that has just been made: a step back is not played. */
function isNews({ heard, now }: Scene, reveal: Reveal, late: boolean): boolean {
  if (heard === undefined) return false
  if (late && reveal.timestamp !== null && now - Date.parse(reveal.timestamp) > FRESH_MS) return false
  // An athlete who was withdrawn after the command and is back is not revealed a second time.
  if (!heard.reveal && sameCommand(heard, reveal)) return false
  return !(heard.running && reveal.running && reveal.step <= heard.step)
}

const sameName = (one: Reveal, other: Reveal) =>
  one.firstName === other.firstName && one.lastName === other.lastName

/** Whether it is the same athlete at the same step. */
const isStill = (known: Reveal, reveal: Reveal) =>
  reveal.step === known.step &&
  sameName(reveal, known) &&
  reveal.score === known.score &&
  reveal.gender === known.gender

/** Whether both are the outcome of one command of the operator. */
const sameCommand = (one: Reveal, other: Reveal) =>
  one.step === other.step && one.timestamp !== null && one.timestamp === other.timestamp

/**
 * Whether the athlete's name or score was corrected after the command. If both differ, it is somebody else: a state that
 * was read while the operator acted may have the time of the command before.
 */
const isCorrection = (known: Reveal, reveal: Reveal) =>
  sameCommand(known, reveal) && (sameName(known, reveal) || known.score === reveal.score)

/** The same athlete again, perhaps corrected or at another speed: playing continues from where it is. */
function again(scene: Scene, reveal: Reveal): Scene {
  if (!scene.act) return { ...scene, latest: reveal }
  const { from, part, reveal: before } = scene.act
  const played = (scene.now - from) * (tempo(before.speed) / tempo(reveal.speed))
  return { ...scene, latest: scene.latest && reveal, act: { reveal, from: scene.now - played, part } }
}

function onTick(scene: Scene): Scene {
  if (!scene.act) {
    if (scene.next === null || scene.now < scene.nextAt) return scene
    return { ...scene, boards: scene.next, next: null }
  }
  const { act } = scene
  const { speed } = act.reveal
  const part = partAt(scene.now - act.from, speed)
  if (isBefore(part, 'land')) return part === act.part ? scene : { ...scene, act: { ...act, part } }
  if (isBefore(act.part, 'land')) return land(scene, act)
  return part === 'over' ? { ...scene, act: null } : scene
}

/** Into the row, once the board that contains it is loaded. It then takes its whole time, however late it began. */
function land(scene: Scene, act: Act): Scene {
  const begins = beginOf('land') / tempo(act.reveal.speed)
  const late = scene.now - act.from - begins
  if (scene.next === null && late < LATE_MS) return { ...scene, act: { ...act, part: 'stand' } }
  return {
    ...scene,
    boards: scene.next ?? scene.boards,
    next: null,
    act: { ...act, from: scene.now - begins, part: 'land' },
    latest: act.reveal,
    landedAt: scene.now,
  }
}

/** When the scene changes by itself, ms from `now`; null while it does not. */
export function untilTick({ now, act, next, nextAt, latest, landedAt }: Scene): number | null {
  if (act) {
    const elapsed = now - act.from
    const late = elapsed - beginOf('land') / tempo(act.reveal.speed)
    if (act.part === 'stand' && late >= 0) return next ? 1 : Math.max(1, LATE_MS - late)
    return untilNext(elapsed, act.reveal.speed)
  }
  const waits = next ? nextAt - now : Infinity
  const rests = latest ? landedAt + REST_MS - now : Infinity
  const soonest = Math.min(waits, rests > 0 ? rests : Infinity)
  return Number.isFinite(soonest) ? Math.max(1, soonest) : null
}
