import { Component, type ReactNode } from 'react'

/** The code of a component did not come. A `TypeError`, as `fetch` throws one without an answer: the network may be gone. */
export class MissingCode extends TypeError {
  constructor(cause: unknown) {
    super('The code of a component did not come', { cause })
  }
}

interface PartBoundaryProps {
  /** A change of this clears the error. */
  of: unknown
  /** Shown in place of a broken component. */
  broken: (error: unknown) => ReactNode
  children: ReactNode
}

/** Keeps an error inside one component: the rest of the page stays. */
export class PartBoundary extends Component<PartBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidUpdate(before: PartBoundaryProps) {
    if (before.of !== this.props.of && this.state.failure) this.setState({ failure: null })
  }

  override render() {
    return this.state.failure ? this.props.broken(this.state.failure.error) : this.props.children
  }
}
