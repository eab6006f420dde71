/** Tells somebody whose page stays, since something is typed there, how they stand and when it is their turn. */
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { londonTime } from '../academy/london'
import { counted } from '../academy/numbers'
import { waitWords } from '../api/error-sentence'
import { waitingRoomQuery } from '../api/waiting-room'
import { isSomethingTyped } from '../offline/typing'
import { useAlert, type Alert } from '../state/alert-store'
import type { Standing } from './words'

/** How often the page is looked at for something typed. */
const LOOK_MS = 1_000

const STAY = 'What you have typed is safe here. Leave this page open: we say when it is your turn.'

function place({ state, ahead, waitSeconds, opensAt }: Standing): string {
  if (state === 'draw')
    return `You are in the draw${opensAt ? `: places are drawn at ${londonTime(opensAt)}` : ''}.`
  if (ahead === null) return 'A lot of people are here from your network right now.'
  if (ahead === 0) return 'The academy is full right now. You are next.'
  const wait = waitSeconds === null ? '' : `, about ${waitWords(waitSeconds)}`
  return `The academy is full right now. ${counted(ahead, 'person', 'people')} ahead of you${wait}.`
}

/** What a message is about. A screen reader reads every new message out, so fewer people ahead do not make one by themselves. */
const gistOf = ({ state, ahead, waitSeconds, opensAt }: Standing): string =>
  JSON.stringify([state, opensAt, ahead && Math.min(ahead, 1), waitSeconds && waitWords(waitSeconds)])

const isIn = ({ state }: Standing) => state === 'open' || state === 'admitted'

const alertOf = (standing: Standing): Alert =>
  isIn(standing)
    ? {
        tone: 'good',
        message: 'Your turn. Carry on here, and press again if something did not go through.',
        stays: true,
      }
    : { tone: 'info', message: `${place(standing)} ${STAY}`, stays: true }

let telling = false

/** Until nothing is typed any more: it was sent, or given up. */
export function tellStanding(): void {
  if (telling) return
  telling = true
  const { show, dismiss } = useAlert.getState()
  let told: { alert: Alert; gist: string; in: boolean } | null = null
  const isShown = () => told !== null && useAlert.getState().alert === told.alert
  const end = new QueryObserver(new QueryClient(), waitingRoomQuery()).subscribe(({ data }) => {
    if (data === undefined) return
    // One that was closed comes back when it is their turn, or no longer is.
    if (told !== null && told.in === isIn(data) && !isShown()) return
    const gist = gistOf(data)
    if (told?.gist === gist) return
    told = { alert: alertOf(data), gist, in: isIn(data) }
    show(told.alert)
  })
  const looking = setInterval(() => {
    if (isSomethingTyped()) return
    clearInterval(looking)
    end()
    telling = false
    if (isShown()) dismiss()
  }, LOOK_MS)
}
