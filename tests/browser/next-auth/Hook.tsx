// next-auth's hook, shown: its status and whose session it is.
import { useSession } from 'next-auth/react'
import { Component, type ReactNode, useEffect } from 'react'

/** `handled` gives the hook a handler of its own for the lack of a session. */
export function Hook({ required, handled }: { required: boolean; handled: boolean }) {
  const { status, data, update } = useSession(
    required && handled ? { required, onUnauthenticated } : { required },
  )
  useEffect(() => {
    window.nextAuth.seen.push(status)
  }, [status])
  useEffect(() => {
    window.nextAuth.update = update
  }, [update])
  return (
    <main>
      <h1>Session</h1>
      <output aria-label="Status">{status}</output>
      <output aria-label="E-mail">{data?.user?.email ?? 'nobody'}</output>
    </main>
  )
}

function onUnauthenticated() {
  window.nextAuth.seen.push('handled')
}

/** Keeps what is thrown below it. */
export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: Error) {
    window.nextAuth.thrown.push(error.message)
  }

  override render() {
    return this.state.broken ? <p role="alert">The hook threw</p> : this.props.children
  }
}
