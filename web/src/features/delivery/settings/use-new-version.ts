import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Calls `onNew` with the version that a form was filled in from when another one has been stored under it, so that the form can
 * follow and keep what is typed.
 */
export function useNewVersion<T>(stored: T, version: number | string, onNew: (before: T) => void): void {
  const known = useRef({ stored, version })
  const tell = useEffectEvent(onNew)
  useEffect(() => {
    const before = known.current
    if (before.version === version) return
    known.current = { stored, version }
    tell(before.stored)
  }, [stored, version])
}
