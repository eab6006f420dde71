// The three sounds of a reveal, synthesised by the browser: a low swell, a tick, a chord.

let context: AudioContext | null = null

/** A browser makes no sound before somebody has touched the page; afterwards it can. */
function audio(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
  return context.state === 'running' ? context : null
}

/** Wakes it with the press that switched it on. */
export const allowSound = (): void => void audio()

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
