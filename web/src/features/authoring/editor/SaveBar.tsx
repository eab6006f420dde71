import { ActionDialog } from '../../../state/ActionDialog'
import { useRef, useState } from 'react'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import { pagePath } from '../elements'
import styles from './ItemEditor.module.css'
import { savedText } from '../saved-text'
import type { Draft } from './use-draft'
import type { ContentType, ItemDetails } from '../api'

interface SaveBarProps {
  state: Draft
  type: ContentType | undefined
  details: ItemDetails
  /** What it shows that has a draft which is not published: the names. */
  drafts: readonly string[]
}

export function SaveBar({ state, type, details: { ready, takenDown }, drafts }: SaveBarProps) {
  const { draft, dirty, saving, saved } = state
  const [closing, setClosing] = useState(false)
  const saveDraft = useRef<HTMLButtonElement>(null)
  const closes =
    type?.kind === 'settings' &&
    draft.elements.maintenance?.value === true &&
    ready?.elements.maintenance?.value !== true
  const published = !dirty && state.base.status === 'ready'
  const publish = () => (closes ? setClosing(true) : state.save('ready'))
  const before = ready ? pagePath(ready) : null
  const after = pagePath(draft)
  const moves = !published && before !== null && after !== null && before !== after
  const outcome = dirty
    ? 'Not saved yet'
    : saved === 'ready'
      ? `Published: visitors see this now${without(drafts)}`
      : saved === 'draft'
        ? ready
          ? 'Draft saved: visitors still see what they saw before'
          : 'Draft saved: visitors do not see it until you publish it'
        : takenDown
          ? 'Taken down: visitors do not see it until you publish it again'
          : `Saved ${savedText(state.base.lastModified)}`
  const words = moves ? `${outcome}. Once published, links to ${before} lead to ${after}` : outcome
  return (
    <Cluster gap={[2, 4]} align="center" between className={styles.bar} data-dock="">
      <p className={text.status} role="status">
        {words}
      </p>
      <Cluster gap={[2, 3]} nowrap className={styles.actions}>
        {dirty && (
          // It goes with what it takes back.
          <Button variant="quiet" onClick={() => focusAfter(state.discard, () => saveDraft.current)}>
            Undo all
          </Button>
        )}
        {/* Not `disabled`: the one that has saved keeps the focus. */}
        <Button
          ref={saveDraft}
          variant="secondary"
          busy={saving}
          aria-disabled={!dirty}
          onClick={() => dirty && state.save('draft')}
        >
          Save draft
        </Button>
        <Button busy={saving} aria-disabled={published} onClick={() => !published && publish()}>
          Publish
        </Button>
      </Cluster>
      <ActionDialog
        open={closing}
        role="alertdialog"
        onClose={() => setClosing(false)}
        title="Close the site?"
        yes="Yes, close it"
        no="Leave it open"
        variant="danger"
        onYes={() => {
          setClosing(false)
          state.save('ready')
        }}
      >
        <p>
          From now on every visitor sees the maintenance page, and nobody can book. You can open the site
          again here.
        </p>
      </ActionDialog>
    </Cluster>
  )
}

/** What is published of something is what visitors see of it, whatever shows it. */
function without(drafts: readonly string[]): string {
  if (drafts.length === 0) return ''
  const names = drafts.map((name) => `“${name}”`).join(', ')
  return `, but not the newer ${drafts.length === 1 ? 'draft' : 'drafts'} of ${names}`
}
