import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import { londonTime } from '../../academy/london'
import { serverNow } from '../../api/clock'
import { checkIn, fetchDoor, type Door } from '../../api/kiosk'
import { useOnline } from '../../api/client/network'
import { Icon } from '../../components/graphics/Icon'
import { Stack } from '../../components/layout/Stack'
import { Cluster } from '../../components/layout/Cluster'
import { useWakeLock } from '../../state/use-wake-lock'
import { useWholeWindow } from '../../state/whole-window'
import { DoorCamera } from './DoorCamera'
import { DoorCode } from './DoorCode'
import css from './DoorScreen.module.css'
import { isAway, isRevoked, NO_CODE, sorry, welcome, type Message } from './door'

/** How long a message is shown before the next athlete's turn. */
const STANDS_MS = 7_000
/** How often the screen checks that it is still in use, and how often while there is no answer. */
const ASKS_MS = 30_000
const ASKS_AGAIN_MS = 5_000

interface DoorScreenProps {
  headline: string
  text: ReactNode
}

/** The screen at the door: athletes check in by the QR code of their ticket, or by typing its code. */
export function DoorScreen({ headline, text }: DoorScreenProps) {
  useWakeLock()
  useWholeWindow()
  const secret = useSecret()
  const online = useOnline()
  const door = useQuery({
    queryKey: ['door', secret],
    queryFn: ({ signal }) => fetchDoor(secret, signal),
    enabled: secret !== '' && online,
    retry: false,
    refetchInterval: ({ state }) =>
      isRevoked(state.error) ? false : state.status === 'error' ? ASKS_AGAIN_MS : ASKS_MS,
    refetchIntervalInBackground: true,
  })
  return (
    <div className={css.screen}>
      {secret === '' || isRevoked(door.error) ? (
        <Standstill headline="Not in use.">
          Go straight to the desk. This screen’s link no longer works; the team can make a new one under
          Arrivals.
        </Standstill>
      ) : !online || isAway(door.error) ? (
        <Standstill headline="Go straight to the desk." offline>
          This screen has no connection right now. It comes back by itself.
        </Standstill>
      ) : (
        <CheckIn secret={secret} headline={headline} text={text} onRevoked={() => void door.refetch()} />
      )}
      <Foot door={door.data} />
    </div>
  )
}

function CheckIn({
  secret,
  headline,
  text,
  onRevoked,
}: DoorScreenProps & { secret: string; onRevoked: () => void }) {
  const [message, setMessage] = useState<Message | null>(null)
  const [busy, setBusy] = useState(false)
  const take = async (code: string) => {
    if (busy) return
    setBusy(true)
    try {
      setMessage(welcome(await checkIn(secret, code)))
    } catch (cause) {
      if (isRevoked(cause)) onRevoked()
      else setMessage(sorry(cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div role="status" className={css.said}>
        {message && (
          <MessageScreen
            key={`${message.headline} ${message.text}`}
            message={message}
            onOver={() => setMessage(null)}
          />
        )}
      </div>
      {/* It stays beneath the message, so that the camera need not start again. */}
      <div className={css.ready} inert={message !== null}>
        <div className={css.words}>
          <h1 className={css.headline}>{headline}</h1>
          <div className={css.text}>{text}</div>
          <p className={css.noCamera}>Type the six characters on your ticket.</p>
          <DoorCode
            key={message ? 'said' : 'open'}
            busy={busy}
            onCode={(code) => void take(code)}
            onWrong={() => setMessage(NO_CODE)}
          />
        </div>
        <DoorCamera paused={busy || message !== null} onCode={(code) => void take(code)} />
      </div>
    </>
  )
}

/** A message to one person over the whole screen; it disappears by itself, or at a touch. */
function MessageScreen({ message, onOver }: { message: Message; onOver: () => void }) {
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const timer = window.setTimeout(() => over(), STANDS_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    <Stack gap={5} start className={css.word} data-tone={message.tone}>
      <span className={css.mark} aria-hidden="true">
        <Icon name={message.tone === 'good' ? 'check' : 'alert'} className={css.glyph} />
      </span>
      <p className={css.headline}>{message.headline}</p>
      <p className={css.text}>{message.text}</p>
      <button type="button" className={css.next} onClick={onOver}>
        Next, please
      </button>
      <span className={css.time} aria-hidden="true" />
    </Stack>
  )
}

function Standstill({
  headline,
  offline,
  children,
}: {
  headline: string
  offline?: boolean
  children: ReactNode
}) {
  return (
    <Stack gap={5} className={css.still} role="alert">
      <Icon name={offline ? 'offline' : 'alert'} className={css.stillMark} />
      <h1 className={css.headline}>{headline}</h1>
      <p className={css.text}>{children}</p>
    </Stack>
  )
}

function Foot({ door }: { door: Door | undefined }) {
  const time = useSyncExternalStore(onSecond, () => londonTime(serverNow()))
  return (
    <Cluster as="footer" gap={[1, 5]} between className={css.foot}>
      <span>{door?.place}</span>
      <span>{door?.name}</span>
      <time className={css.clock}>{time}</time>
    </Cluster>
  )
}

/** The secret that the address ends with; it stays there, so that the screen survives a reload, and is stored nowhere else. */
function useSecret(): string {
  return useSyncExternalStore(onHash, () => window.location.hash.slice(1))
}

function onHash(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

function onSecond(changed: () => void): () => void {
  const timer = window.setInterval(changed, 1_000)
  return () => window.clearInterval(timer)
}
