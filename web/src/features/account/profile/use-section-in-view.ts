import { useEffect, useState } from 'react'

/** The section being read: the last whose top has passed the upper third of the window. */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const key = ids.join(' ')
  const [current, setCurrent] = useState(ids[0])
  useEffect(() => {
    const look = () => {
      const line = window.innerHeight / 3
      const passed = key.split(' ').filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= line
      })
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setCurrent((atEnd ? key.split(' ') : passed).at(-1) ?? key.split(' ')[0])
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [key])
  return current
}
