// The ceremony as its operator reads it: what is on the screens, what comes next, what a jump would do. Keeps no state.
import { shortDate } from '../../academy/civil-date'
import { fullName } from '../../academy/names'
import { points } from '../../academy/numbers'
import type { RevealCommand, RevealFinal, RevealState, RevealStep } from './api'

/** The best last, the best first, or in an order of their own. */
export type Order = 'ascending' | 'descending' | 'own'

/**
 * Held finals in the order in which they are to be revealed. `own` names bookings; finals held since then come first,
 * so that the end of the order stays.
 */
export function inOrder(held: readonly RevealFinal[], order: Order, own: readonly string[]): RevealFinal[] {
  if (order === 'own') {
    const chosen = own.flatMap((id) => held.find(({ bookingId }) => bookingId === id) ?? [])
    return [...held.filter(({ bookingId }) => !own.includes(bookingId)), ...chosen]
  }
  // Within a tie the earlier final is higher on the board, and the newest comes first here.
  const upwards = held.toSorted((one, other) => (one.score ?? 0) - (other.score ?? 0))
  return order === 'ascending' ? upwards : upwards.toReversed()
}

/**
 * The best final of the same athlete at an earlier place of an order, if it is as good or better: then no board would show this
 * one, so that it gets no step (RULES 8.8).
 */
export function bestBefore(final: RevealFinal, order: readonly RevealFinal[]): number | null {
  const before = order.slice(0, order.indexOf(final)).filter(({ uaid }) => uaid === final.uaid)
  const best = Math.max(...before.map(({ score }) => score ?? 0))
  return best >= (final.score ?? 0) ? best : null
}

/** The finals of an order that get a step. */
export const stepsOf = (order: readonly RevealFinal[]): RevealFinal[] =>
  order.filter((final) => bestBefore(final, order) === null)

/** Whom the screens show: the newest step; null before the first, and if its athlete has withdrawn. */
export const shown = ({ steps, step }: RevealState): RevealStep | null =>
  steps.find((one) => one.step === step && !one.withdrawn) ?? null

/**
 * Takes off the screens only what this desk shows: the step alone does not say which final, since another reveal may have
 * reached the same one.
 */
export function endOf({ steps, step }: RevealState): RevealCommand {
  const newest = steps.find((one) => one.step === step)
  return { action: 'end', expect: step, ...(newest ? { eventBookingId: newest.bookingId } : {}) }
}

/** Reveals one final alone; one that no board will show is only released. */
export const revealOf = ({ uaid, bookingId }: RevealFinal): RevealCommand => ({
  uaid,
  eventBookingId: bookingId,
})

/** The steps that are still to come, without those that are skipped. */
export const toCome = ({ steps, step }: RevealState): RevealStep[] =>
  steps.filter((one) => one.step > step && !one.withdrawn)

/** A step's state, relative to the current one. */
export type StepState = 'withdrawn' | 'shown' | 'now' | 'next' | 'later'

export function stateOf(step: RevealStep, state: RevealState): StepState {
  if (step.withdrawn) return 'withdrawn'
  if (step.step === shown(state)?.step) return 'now'
  if (step.step <= state.step) return 'shown'
  return step.step === toCome(state)[0]?.step ? 'next' : 'later'
}

/** The athletes whom a jump to a step would add to the boards, and those whom it would remove again. */
export function jumpTo(step: number, { steps, step: at }: RevealState) {
  const between = (from: number, to: number) =>
    steps.filter((one) => one.step > from && one.step <= to && !one.withdrawn).length
  return { revealed: between(at, step), takenBack: between(step, at) }
}

const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/** The next slower and the next faster speed; null at either end. */
export const speedsBeside = (speed: number) => ({
  slower: SPEEDS.findLast((one) => one < speed) ?? null,
  faster: SPEEDS.find((one) => one > speed) ?? null,
})

export const nameOf = (final: Pick<RevealFinal, 'firstName' | 'lastName'>): string =>
  fullName(final) || 'Athlete'

/** What tells a final from another one of the same name; nothing where no other has it. */
export function detailsAmong(final: RevealFinal, among: readonly RevealFinal[]): string[] {
  const { bookingId, uaid, testDate } = final
  const name = nameOf(final)
  if (!among.some((one) => one.bookingId !== bookingId && nameOf(one) === name)) return []
  return [`No. ${uaid}`, ...(testDate ? [`tested ${shortDate(testDate)}`] : [])]
}

/** A final's name for its buttons: its athlete's, and where another final has the same, what its row says besides. */
export function nameAmong(final: RevealFinal, among: readonly RevealFinal[]): string {
  const details = detailsAmong(final, among)
  return [nameOf(final), ...details, ...(details.length > 0 ? [points(final.score)] : [])].join(', ')
}

/** Where a final lands, in words. */
export function landing(
  { position, bestScore }: Pick<RevealFinal, 'position' | 'bestScore'>,
  shared = false,
): string {
  if (position !== null) return shared ? `Place ${position}, shared` : `Place ${position}`
  return bestScore === null ? 'On no board' : `Keeps their ${points(bestScore)}`
}

type Placed = Pick<RevealStep, 'bookingId' | 'score' | 'position'> & { withdrawn?: boolean }

/** Whether another one of them lands in the same place with the same score. */
export const isShared = (final: Placed, among: readonly Placed[]): boolean =>
  final.score !== null &&
  final.position !== null &&
  among.some(
    (one) =>
      one.bookingId !== final.bookingId &&
      one.withdrawn !== true &&
      one.score === final.score &&
      one.position === final.position,
  )

/** The board beside the overall one. */
export const boardOf = (gender: string | null): string | null =>
  gender === 'female' ? 'Women' : gender === 'male' ? 'Men' : null

/** The finals that a board will show, of which ceremonies are made. The others stay held, or are revealed singly. */
export const onBoards = (held: readonly RevealFinal[]): RevealFinal[] =>
  held.filter(({ position }) => position !== null)

/** The seasons of finals, the latest first. */
export const seasonsOf = (finals: readonly RevealFinal[]): number[] =>
  [...new Set(finals.flatMap(({ season }) => season ?? []))].toSorted((one, other) => other - one)
