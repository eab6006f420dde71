// Somebody else saved while this user was editing: shows both versions and how to continue.
import type { MouseEvent, ReactNode } from 'react'
import { Button } from '../Button'
import { focusAfter } from '../focus-after'
import { Dialog } from './Dialog'
import { Notice } from '../feedback/Notice'

interface SavedMeanwhileProps {
  title: string
  onTheirs: () => void
  /** Omitted if both have saved the same. */
  onMine?: (() => void) | undefined
  /** On the button that keeps this user's version. */
  mineLabel?: string
  /** The differences between the versions. */
  children: ReactNode
}

/** Makes the choice. Its buttons go with it, so the focus moves to the one that sends the form, if they are in a form. */
const choosing = (choice: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
  const form = event.currentTarget.closest('form')
  focusAfter(choice, () => form?.querySelector<HTMLElement>('[type="submit"]'))
}

/** A choice between two complete versions, beside the form. */
export function SavedMeanwhile({
  title,
  onTheirs,
  onMine,
  mineLabel = 'Use mine',
  children,
}: SavedMeanwhileProps) {
  return (
    <Notice
      tone="problem"
      role="alert"
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={choosing(onTheirs)}>
            Keep theirs
          </Button>
          {onMine && (
            <Button variant="secondary" onClick={choosing(onMine)}>
              {mineLabel}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Notice>
  )
}

interface MergeDialogProps {
  title: string
  saveLabel: string
  saving: boolean
  /** How many differences are undecided, and the word for one. */
  undecided: number
  noun: string
  /** What to say when every difference is decided. */
  decided?: string | undefined
  onSave: () => void
  onClose: () => void
  /** The differences, each with its choice. */
  children: ReactNode
}

/** A choice between the two versions for each difference, until they are merged. */
export function MergeDialog({
  title,
  saveLabel,
  saving,
  undecided,
  noun,
  decided = 'Look it through, then save.',
  onSave,
  onClose,
  children,
}: MergeDialogProps) {
  const what = undecided === 1 ? `the ${noun}` : `the ${undecided} ${noun}s`
  return (
    <Dialog
      open
      role="alertdialog"
      size="wide"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button busy={saving} disabled={undecided > 0} onClick={onSave}>
            {saveLabel}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Back to what I typed
          </Button>
        </>
      }
    >
      <p>
        Nothing that you typed is lost.{' '}
        {undecided === 0 ? decided : `Choose for ${what} that you both changed.`}
      </p>
      {children}
    </Dialog>
  )
}
