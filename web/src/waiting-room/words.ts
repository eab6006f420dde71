// The words of the waiting page, as pure functions of the server's answer.
import type { Answer } from '../api/contract'

/**
 * The answer of `GET /api/waiting-room`. `open`: nobody has to wait. `draw`: booking opens soon, and the order is drawn when it
 * does. `ahead` is null for somebody without a place, because too many are here from their address.
 */
export type Standing = Answer<'WaitingRoomStanding'>

export interface Words {
  headline: string
  figure: string
  unit: string
  wait: string
  what: string
  title: string
}

const MINUTE = 60

const count = (number: number) => number.toLocaleString('en-GB')

const units = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** `about 6 minutes`; rounded up more coarsely the longer it is. */
export function about(seconds: number): string {
  if (seconds < MINUTE) return 'less than a minute'
  const minutes = Math.ceil(seconds / MINUTE)
  if (minutes <= 20) return `about ${units(minutes, 'minute')}`
  const round = Math.ceil(minutes / 5) * 5
  if (round < 60) return `about ${units(round, 'minute')}`
  const [hours, rest] = [Math.floor(round / 60), round % 60]
  return `about ${units(hours, 'hour')}${rest > 0 ? ` ${units(rest, 'minute')}` : ''}`
}

/** `20:00`, in London. */
const londonTime = (at: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' }).format(
    new Date(at),
  )

/** `14:05`, or `2:14:05` from an hour on. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (number: number) => String(number).padStart(2, '0')
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600]
  const minutes = `${two(Math.floor(rest / MINUTE))}:${two(rest % MINUTE)}`
  return hours > 0 ? `${hours}:${minutes}` : minutes
}

function inTheDraw(opensAt: string | null, nowMs: number): Words {
  const at = opensAt ? londonTime(opensAt) : ''
  const left = opensAt ? clock(Date.parse(opensAt) - nowMs) : ''
  return {
    headline: 'You are in the draw.',
    figure: left || 'Soon',
    unit: left ? 'to the draw' : 'booking opens',
    wait: at ? `Places are drawn at ${at}.` : '',
    what: 'Everybody here by then has the same chance of going first. Coming early does not help, and nor does reloading.',
    title: at ? `Draw at ${at}` : 'In the draw',
  }
}

export const hasNoPlace = ({ state, ahead }: Standing) => state === 'waiting' && ahead === null

const WITHOUT_PLACE: Words = {
  headline: 'Your network is busy.',
  figure: 'Busy',
  unit: 'many people on your network',
  wait: '',
  what: 'A lot of people are here from your school, hall or mobile network. Sign in to get a place of your own, or leave this page open: it takes you in as soon as there is room.',
  title: 'Your network is busy',
}

function inTheQueue({ ahead, waiting, waitSeconds }: Standing): Words {
  if (ahead === null) return WITHOUT_PLACE
  const wait = waitSeconds === null ? '' : about(waitSeconds)
  const others = waiting > 1 ? ` ${count(waiting)} people are in the queue.` : ''
  return {
    headline: ahead === 0 ? 'You are next.' : 'You are in the queue.',
    figure: count(ahead),
    unit: ahead === 1 ? 'person ahead of you' : 'people ahead of you',
    wait: wait && wait.charAt(0).toUpperCase() + wait.slice(1),
    what: `The academy is busy. We let people in as fast as we can, in order.${others}`,
    title: ahead === 0 ? 'You are next' : `${count(ahead)} ahead of you`,
  }
}

/** What to show; `nowMs` is the server's clock. */
export function wordsOf(standing: Standing, nowMs: number): Words {
  switch (standing.state) {
    case 'draw':
      return inTheDraw(standing.opensAt, nowMs)
    case 'waiting':
      return inTheQueue(standing)
    case 'open':
    case 'admitted':
      return {
        headline: 'Your turn.',
        figure: 'Go',
        unit: 'taking you in',
        wait: '',
        what: 'Your place inside is ready. This page takes you there.',
        title: 'Your turn',
      }
  }
}
