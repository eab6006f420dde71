// The three sounds of a reveal, synthesised by the browser: a low swell, a tick, a chord.

import { Listeners } from '../../../../api/listeners'

let context: AudioContext | null = null
const listeners = new Listeners()

/** A browser makes no sound before somebody has touched the page: it has to be woken by a press, and takes a moment. */
function audio(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null
  context ??= made()
  if (context.state !== 'running') void context.resume().catch(() => undefined)
  return context.state === 'running' ? context : null
}

function made(): AudioContext {
  const fresh = new AudioContext()
  fresh.addEventListener('statechange', () => listeners.tell())
  return fresh
}

/** Wakes it, in a press or where the browser does not ask for one. */
export function wakeSound(): void {
  audio()
  listeners.tell()
}

/** Whether the browser does not let it be heard. */
export const isSilent = (): boolean => context !== null && context.state !== 'running'

/** Calls `listener` whenever that may have changed; returns the unsubscribe function. */
export const onSound = listeners.add

function tone(
  frequency: number,
  seconds: number,
  loudness: number,
  after = 0,
  type: OscillatorType = 'sine',
) {
  const to = audio()
  if (!to) return
  const begin = to.currentTime + after
  const voice = new OscillatorNode(to, { frequency, type })
  const volume = new GainNode(to, { gain: 0 })
  volume.gain.setValueAtTime(0, begin)
  volume.gain.linearRampToValueAtTime(loudness, begin + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + seconds)
  voice.connect(volume).connect(to.destination)
  voice.start(begin)
  voice.stop(begin + seconds)
}

export const swell = (): void => tone(65, 2.4, 0.3, 0, 'triangle')
/** Higher the nearer the count is to its end, 0 to 1. */
export const tick = (share: number): void => tone(420 + 460 * share, 0.06, 0.12, 0, 'square')
export const chord = (): void => [262, 330, 392, 523].forEach((note, at) => tone(note, 2.2, 0.16, at * 0.05))
