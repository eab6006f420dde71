// next-auth's hook, shown: its status and whose session it is.
import { useSession } from 'next-auth/react'
import { Component, type ReactNode, useEffect } from 'react'

export function Hook({ required }: { required: boolean }) {
  const { status, data, update } = useSession({ required })
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
