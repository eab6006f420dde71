import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage'

/** The last line of defence: the shell itself broke. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? <ErrorPage /> : this.props.children
  }
}
