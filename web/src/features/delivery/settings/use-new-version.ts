import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onNew` when another version has been stored under a form, so that the form can follow and keep what is typed. */
export function useNewVersion(version: number | string, onNew: () => void): void {
  const known = useRef(version)
  const tell = useEffectEvent(onNew)
  useEffect(() => {
    if (known.current === version) return
    known.current = version
    tell()
  }, [version])
}
