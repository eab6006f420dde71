import { createElement, useState, type ComponentType, type ReactNode } from 'react'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'

interface CardButtonProps<P extends object> {
  /** The card's name, for when its dialog does not load. */
  name: string
  /** Fetches the dialog once it is needed. */
  load: () => Promise<ComponentType<P & { onClose: () => void }>>
  /** What the dialog needs. */
  of: P
  children: ReactNode
}

/** Opens the dialog of a card, whose code comes with the first press. */
export function CardButton<P extends object>({ name, load, of, children }: CardButtonProps<P>) {
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<ComponentType<P & { onClose: () => void }> | null>(null)
  const [gone, setGone] = useState(false)
  const show = () => {
    setOpen(true)
    setGone(false)
    load().then(
      (loaded) => setDialog(() => loaded),
      () => {
        setOpen(false)
        setGone(true)
      },
    )
  }
  return (
    <>
      <Button variant="secondary" busy={open && !Dialog} onClick={show}>
        {children}
      </Button>
      {gone && (
        <Notice tone="problem" role="alert">
          The {name} did not load. Check your connection and try again.
        </Notice>
      )}
      {open && Dialog && createElement(Dialog, { ...of, onClose: () => setOpen(false) })}
    </>
  )
}
