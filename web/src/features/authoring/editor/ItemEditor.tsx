import { LeaveDialog } from '../../../state/LeaveDialog'
import { useRef, useState } from 'react'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useType } from '../authoring-context'
import { draftsIn } from '../drafts'
import { ConflictDialog } from './ConflictDialog'
import { DeleteDialog } from '../DeleteDialog'
import { TakeDownDialog } from '../TakeDownDialog'
import { EditorHead } from './EditorHead'
import styles from './ItemEditor.module.css'
import { itemHref, type EditorAddress } from '../address'
import { PreviewPane } from './PreviewPane'
import { useDraft } from './use-draft'
import { usePreview } from './use-preview'
import type { ItemDetails } from '../api'
import { SaveBar } from './SaveBar'
import { ItemForm } from './ItemForm'
import { Notices } from './Notices'

/** The form of an item beside its preview, with all its actions. */
export function ItemEditor({ details, address }: { details: ItemDetails; address: EditorAddress }) {
  const type = useType(details.item.typeId)
  const state = useDraft(details)
  const { draft, dirty, refused } = state
  const [asking, setAsking] = useState<'take down' | 'delete' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [previewed, setPreviewed] = useState(false)
  // The problems of the last attempt are shown until the next save; those of the stored version beside an unchanged
  // form.
  const problems = refused.length > 0 ? refused : dirty ? [] : details.problems
  const settings = type?.kind === 'settings'
  // A fragment cannot be previewed by itself, unless it is a letter.
  const drawn = !settings && (type?.kind !== 'fragment' || details.item.typeId === 'letter')
  const shown = usePreview(draft, drawn)
  return (
    <Stack gap={5}>
      <EditorHead details={{ ...details, item: state.base }} address={address} heading={heading}>
        {drawn && (
          <Button
            variant="quiet"
            className={styles.switch}
            aria-pressed={previewed}
            onClick={() => setPreviewed(!previewed)}
          >
            {previewed ? 'Back to the form' : 'Show the preview'}
          </Button>
        )}
      </EditorHead>
      <div className={drawn ? styles.columns : styles.alone} data-view={previewed ? 'preview' : 'form'}>
        <Stack gap={5} shrink className={styles.form}>
          <Notices state={state} details={details} problems={problems} heading={heading} />
          {/* Only one unsaved text is kept: another would replace the one that nobody has decided about. */}
          <Stack gap={5} shrink inert={state.left !== null} className={styles.rest}>
            <ItemForm key={state.filled} type={type} state={state} problems={problems} />
            <UsedBy details={details} />
            <div className={styles.end}>
              {details.needed ? (
                <p className={text.quiet}>
                  The site needs this item, so it can be neither taken down nor deleted.
                </p>
              ) : (
                <Cluster gap={[1, 4]}>
                  {details.ready && (
                    <Button variant="quiet" onClick={() => setAsking('take down')}>
                      Take it down
                    </Button>
                  )}
                  <Button variant="quiet" onClick={() => setAsking('delete')}>
                    Delete this item
                  </Button>
                </Cluster>
              )}
            </div>
            <SaveBar state={state} type={type} details={details} drafts={draftsIn(shown.data?.elements)} />
          </Stack>
        </Stack>
        {drawn && <PreviewPane shown={shown} saved={!dirty} className={styles.preview} />}
      </div>
      {state.changed && (
        <ConflictDialog
          type={type}
          base={state.base}
          mine={draft}
          changed={state.changed}
          saving={state.saving}
          onClose={state.endConflict}
          onMerge={(merged, theirs, status) => {
            state.fill(merged, theirs)
            state.endConflict()
            state.save(status, merged)
          }}
        />
      )}
      {asking === 'take down' && (
        <TakeDownDialog
          details={details}
          rev={state.base.rev}
          onClose={() => setAsking(null)}
          // The button is gone then.
          onDone={(item) =>
            focusAfter(
              () => {
                setAsking(null)
                state.takenDown(item)
              },
              () => heading.current,
            )
          }
        />
      )}
      {asking === 'delete' && (
        <DeleteDialog details={{ ...details, item: state.base }} onClose={() => setAsking(null)} />
      )}
      <LeaveDialog unsaved={() => dirty}>
        What you typed is not saved. It stays in this browser, and you can carry on with it when you come
        back.
      </LeaveDialog>
    </Stack>
  )
}

function UsedBy({ details: { usedBy } }: { details: ItemDetails }) {
  if (usedBy.length === 0) return null
  return (
    <p className={text.quiet}>
      Used by{' '}
      {usedBy.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={itemHref(id)}>{name}</a>
        </span>
      ))}
    </p>
  )
}
