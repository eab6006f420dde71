import { useEffect, useEffectEvent, useRef, useState } from 'react'

const NAME = 'sixfold-desk'
/** A tab that has just been closed or reloaded releases the lock within this time, ms. */
const PATIENCE_MS = 800

/** Holds the desk's lock, or waits for it, until the returned function is called; `changed` gets whether this tab has it. */
function hold(steal: boolean, changed: (mine: boolean) => void): () => void {
  let release: () => void = () => undefined
  let over = false
  const late = setTimeout(() => changed(false), PATIENCE_MS)
  const ask = (options: LockOptions): void => {
    const held = new Promise<void>((resolve) => (release = resolve))
    navigator.locks
      .request(NAME, options, () => {
        clearTimeout(late)
        if (over) return
        changed(true)
        return held
      })
      .catch(() => {
        // Another tab has taken it: this one waits for it again.
        if (over) return
        changed(false)
        ask({})
      })
  }
  ask(steal ? { steal } : {})
  return () => {
    over = true
    clearTimeout(late)
    release()
  }
}

/**
 * Only one tab works at the desk: two would overwrite each other's queue. The others wait until that one is closed, or
 * until somebody takes over. `onTaken`: this tab took over after a wait, and what it shows may be out of date.
 */
export function useOnlyTab(onTaken: () => void): { mine: boolean; takeOver: () => void } {
  const [mine, setMine] = useState(true)
  const stop = useRef<() => void>(() => undefined)
  const waited = useRef(false)
  const changed = useEffectEvent((is: boolean) => {
    if (is && waited.current) onTaken()
    waited.current = !is
    setMine(is)
  })
  useEffect(() => {
    if (!('locks' in navigator)) return
    stop.current = hold(false, (is) => changed(is))
    return () => stop.current()
  }, [])
  const takeOver = () => {
    stop.current()
    waited.current = false
    stop.current = hold(true, (is) => {
      if (is) onTaken()
      waited.current = !is
      setMine(is)
    })
  }
  return { mine, takeOver }
}
