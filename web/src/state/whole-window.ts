// A screen that takes the whole window for itself: a hall's board, a tablet at the door.
import { useEffect, useSyncExternalStore } from 'react'
import './whole-window.css'

const isWholeWindow = (): boolean => document.documentElement.dataset.fullscreen === 'true'

/** The site's own navigation is hidden while the screen is open. */
export function useWholeWindow() {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.fullscreen = 'true'
    return () => {
      delete dataset.fullscreen
    }
  }, [])
}

/** Whether such a screen is open. */
export const useIsWholeWindow = (): boolean => useSyncExternalStore(onChange, isWholeWindow)

function onChange(changed: () => void): () => void {
  const watch = new MutationObserver(changed)
  watch.observe(document.documentElement, { attributeFilter: ['data-fullscreen'] })
  return () => watch.disconnect()
}
