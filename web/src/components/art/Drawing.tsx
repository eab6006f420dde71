import type { ReactNode } from 'react'

interface DrawingProps {
  viewBox: string
  className: string
  children: ReactNode
}

/** A drawing that says nothing that is not said beside it. */
export function Drawing({ className, viewBox, children }: DrawingProps) {
  return (
    <svg className={className} viewBox={viewBox} aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}
