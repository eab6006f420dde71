import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage'

interface ErrorBoundaryProps {
  /** Shown instead: the error page unless another is given. */
  fallback?: ReactNode
  children: ReactNode
}

/** The last line of defence: the shell itself broke, or a part of it that the page can do without. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    const { fallback = <ErrorPage />, children } = this.props
    return this.state.broken ? fallback : children
  }
}
