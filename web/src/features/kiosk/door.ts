// The messages of the screen at the door, and how long each is shown.
import { longDay } from '../../academy/civil-date'
import type { ArrivalAnswer } from '../../api/kiosk'
import { errorSentence } from '../../api/error-sentence'
import { ApiFailure, NETWORK_CODE } from '../../api/client/failure'

/** A message to one person; `tone` colours the whole screen. */
export interface Message {
  tone: 'good' | 'problem'
  headline: string
  text: string
}

const greeted = (name: string) => (name ? `, ${name}` : '')

/** The message for an athlete who has checked in. */
export function welcome({ firstName, testTime, state }: ArrivalAnswer): Message {
  const name = greeted(firstName)
  switch (state) {
    case 'early':
      return {
        tone: 'good',
        headline: `Early bird${name}.`,
        text: `You’re checked in. Your test starts at ${testTime}. Take a seat, we’ll call you.`,
      }
    case 'on-time':
      return {
        tone: 'good',
        headline: `You made it${name}.`,
        text: `You’re checked in for ${testTime}. Go through to the desk.`,
      }
    case 'late':
      return {
        tone: 'good',
        headline: `There you are${name}.`,
        text: `Your test started at ${testTime}. Go straight to the desk.`,
      }
    case 'already':
      return {
        tone: 'good',
        headline: `We’ve got you${name}.`,
        text: `You’re checked in already, for ${testTime}.`,
      }
  }
}

/** The message for what is no code of a booking. */
export const NO_CODE: Message = {
  tone: 'problem',
  headline: 'That code isn’t ours.',
  text: 'Check the six letters and digits on your ticket, or ask at the desk.',
}

/** The message for an athlete whose code was refused. */
export function sorry(cause: unknown): Message {
  const failure = cause instanceof ApiFailure ? cause : null
  switch (failure?.errorCode) {
    case 'CODE_OTHER_DAY': {
      const when = failure.date ? longDay(failure.date) : 'another day'
      return { tone: 'problem', headline: 'Not today.', text: `Your test is on ${when}. See you then.` }
    }
    case 'CODE_UNKNOWN':
    case 'CODE_INVALID':
      return NO_CODE
    case 'CODE_USED': {
      const status = failure.details?.status
      const how = status === 'cancelled' || status === 'declined' ? `booking was ${status}` : 'test is over'
      return {
        tone: 'problem',
        headline: 'That one’s done.',
        text: `That ${how}. Ask at the desk if that’s a surprise.`,
      }
    }
    default:
      return {
        tone: 'problem',
        headline: 'One moment.',
        text: `${errorSentence(cause)} Or go straight to the desk.`,
      }
  }
}

/** Whether the server cannot be reached, or not in time, which says nothing about whether the screen is in use. */
export const isAway = (cause: unknown): boolean =>
  cause instanceof ApiFailure &&
  (cause.errorCode === NETWORK_CODE || cause.errorCode === 'ECONNABORTED' || cause.status >= 500)

/** Whether the screen has been taken out of use. */
export const isRevoked = (cause: unknown): boolean => cause instanceof ApiFailure && cause.status === 401

/** The six characters of a ticket in what was typed or read; null while there are fewer. */
export function codeIn(text: string): string | null {
  const code = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return code.length === 6 ? code : null
}
