// Somebody else saved while this user was editing: both versions, and the way on.
import type { ReactNode } from 'react'
import { Button } from './Button'
import { Dialog } from './Dialog'
import { Notice } from './Notice'

interface SavedMeanwhileProps {
  title: string
  onTheirs: () => void
  /** Left out where both have saved the same. */
  onMine?: (() => void) | undefined
  /** On the button that keeps this user's version. */
  mineLabel?: string
  /** Where the versions differ. */
  children: ReactNode
}

/** A choice between the two versions as a whole, beside the form. */
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
          <Button variant="secondary" onClick={onTheirs}>
            Keep theirs
          </Button>
          {onMine && (
            <Button variant="secondary" onClick={onMine}>
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
  /** How many of the differences still wait for a choice, and what one is called. */
  undecided: number
  noun: string
  /** What to say when nothing waits for a choice. */
  decided?: string | undefined
  onSave: () => void
  onClose: () => void
  /** The differences, each with its choice. */
  children: ReactNode
}

/** A choice between the two versions for each difference, until there is one version again. */
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
