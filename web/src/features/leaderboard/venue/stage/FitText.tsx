import { useLayoutEffect, useRef } from 'react'
import { classNames } from '../../../../components/class-names'
import textStyles from '../../../../components/text.module.css'
import styles from './FitText.module.css'

/** From the usual cut to what any name can be read at; the last ones may break it over lines, within words at the end. */
const STEPS: readonly { narrow: boolean; size: number; breaks: boolean; anywhere: boolean }[] = [
  { narrow: false, size: 1, breaks: false, anywhere: false },
  { narrow: true, size: 1, breaks: false, anywhere: false },
  { narrow: true, size: 0.85, breaks: false, anywhere: false },
  { narrow: true, size: 0.72, breaks: false, anywhere: false },
  { narrow: true, size: 0.56, breaks: true, anywhere: false },
  { narrow: true, size: 0.44, breaks: true, anywhere: true },
]

interface FitTextProps {
  children: string
  /** The box that it has to stay in; its height counts where it may break. */
  className?: string
  /** Whether it may break over lines from the first. */
  breaks?: boolean
}

/** A name of any length and script in a box of a fixed size: narrower first, then smaller, then cut off. */
export function FitText({ children, className, breaks = false }: FitTextProps) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const outer = box.current
    if (!outer) return
    const refit = () => fit(outer, breaks)
    refit()
    void document.fonts?.ready.then(refit)
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(refit)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [children, breaks])
  return (
    <span ref={box} className={classNames(styles.box, className)}>
      <bdi className={classNames(styles.text, textStyles.ellipsis)}>{children}</bdi>
    </span>
  )
}

function fit(outer: HTMLElement, breaks: boolean): void {
  const inner = outer.firstElementChild
  if (!(inner instanceof HTMLElement)) return
  for (const step of STEPS) {
    inner.style.fontSize = `${step.size}em`
    inner.classList.toggle(styles.narrow ?? '', step.narrow)
    inner.classList.toggle(styles.breaks ?? '', breaks || step.breaks)
    inner.classList.toggle(textStyles.anywhere ?? '', step.anywhere)
    if (inner.scrollWidth <= inner.clientWidth + 1 && inner.offsetHeight <= outer.clientHeight + 1) return
  }
}
