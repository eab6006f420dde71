import { useEffect, useRef } from 'react'
import { points } from '../../../../academy/numbers'
import { serverNow } from '../../../../api/clock'
import { beginOf, counted, tempo } from './ceremony'
import { tick } from './sound'

/** How often the count makes a sound, ms. */
const TICK_MS = 110

interface CountUpProps {
  score: number
  /** When the reveal began, by the server's clock. */
  from: number
  speed: number
  sound: boolean
}

/** The score as it counts up, frame by frame, by the clock: a late frame shows the right value. */
export function CountUp({ score, from, speed, sound }: CountUpProps) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const begins = beginOf('count')
    const lasts = beginOf('stand') - begins
    let frame = 0
    let heard = 0
    const draw = () => {
      const share = ((serverNow() - from) * tempo(speed) - begins) / lasts
      if (text.current) text.current.textContent = points(counted(score, share))
      if (sound && share > 0 && share < 1 && serverNow() - heard > TICK_MS) {
        heard = serverNow()
        tick(share)
      }
      if (share < 1) frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [score, from, speed, sound])
  return <span ref={text}>{points(0)}</span>
}
