import { ActionDialog } from '../../../state/ActionDialog'
import { LeaveDialog } from '../../../state/LeaveDialog'
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { FormSummary, type FormProblem } from '../../../components/form/FormSummary'
import { Notice } from '../../../components/feedback/Notice'
import { Stack } from '../../../components/layout/Stack'
import { TextField } from '../../../components/form/TextField'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import { useType } from '../authoring-context'
import { ConflictDialog } from './ConflictDialog'
import { DeleteDialog } from '../DeleteDialog'
import { EditorHead } from './EditorHead'
import { hasChoice, pagePath, specOf } from '../elements'
import { ElementField } from '../fields/ElementField'
import { placeOf } from '../fields/field'
import styles from './ItemEditor.module.css'
import { itemAddress, type Place } from '../place'
import { PreviewPane } from './PreviewPane'
import { savedText } from '../saved-text'
import { useDraft, type Draft } from './use-draft'
import type { ContentType, Item, ItemDetails, Problem } from '../api'

/** The form of an item beside its preview, with all its actions. */
export function ItemEditor({ details, place }: { details: ItemDetails; place: Place }) {
  const type = useType(details.item.typeId)
  const state = useDraft(details)
  const { draft, dirty, refused } = state
  const [deleting, setDeleting] = useState(false)
  const [previewed, setPreviewed] = useState(false)
  // The problems of the last attempt are shown until the next save; those of the stored version beside an unchanged
  // form.
  const problems = refused.length > 0 ? refused : dirty ? [] : details.problems
  const settings = type?.kind === 'settings'
  // A fragment cannot be previewed by itself, unless it is a letter.
  const drawn = !settings && (type?.kind !== 'fragment' || details.item.typeId === 'letter')
  return (
    <Stack gap={5}>
      <EditorHead details={{ ...details, item: state.base }} place={place}>
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
          <Notices state={state} details={details} problems={problems} />
          <ItemForm key={state.filled} type={type} state={state} problems={problems} />
          <UsedBy details={details} />
          {!settings && (
            <div className={styles.end}>
              <Button variant="quiet" onClick={() => setDeleting(true)}>
                Delete this item
              </Button>
            </div>
          )}
          <SaveBar state={state} type={type} base={details.item} />
        </Stack>
        {drawn && <PreviewPane item={draft} saved={!dirty} className={styles.preview} />}
      </div>
      {state.changed && (
        <ConflictDialog
          type={type}
          base={state.base}
          mine={draft}
          changed={state.changed}
          saving={state.saving}
          onClose={state.endConflict}
          onMerge={(merged, theirs) => {
            state.fill(merged, theirs)
            state.endConflict()
            state.save('draft', merged)
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          item={state.base}
          ready={state.base.status === 'ready' || Boolean(details.ready)}
          onClose={() => setDeleting(false)}
        />
      )}
      <LeaveDialog unsaved={() => dirty}>
        What you typed is not saved. It stays in this browser, and you can carry on with it when you come
        back.
      </LeaveDialog>
    </Stack>
  )
}

const toFix = (count: number) =>
  `${count === 1 ? 'One thing' : `${count} things`} to fix before this can be published`

function Notices({
  state,
  details,
  problems,
}: {
  state: Draft
  details: ItemDetails
  problems: readonly Problem[]
}) {
  const refusedNow = state.refused.length > 0
  const published = details.item.status === 'ready'
  const summary: FormProblem[] = problems.map((problem) => ({
    field: placeOf(problem) || null,
    message: problem.message,
  }))
  return (
    <>
      {state.left && (
        <Notice
          title="You typed something here and did not save it"
          actions={
            <>
              <Button variant="secondary" onClick={state.takeLeft}>
                Carry on with it
              </Button>
              <Button variant="quiet" onClick={state.dropLeft}>
                Discard it
              </Button>
            </>
          }
        >
          It is from your last visit, kept in this browser.
        </Notice>
      )}
      {state.failure && (
        <Notice tone="problem" role="alert" title="Not saved">
          {state.failure}
        </Notice>
      )}
      {refusedNow ? (
        <FormSummary problems={summary} attempt={state.attempt} title={toFix(summary.length)} />
      ) : (
        problems.length > 0 && (
          <Notice
            tone={published ? 'problem' : 'info'}
            title={published ? 'Something is wrong with this item' : toFix(summary.length)}
          >
            <ul className={styles.problems}>
              {summary.map(({ message, field }) => (
                <li key={`${field ?? ''} ${message}`}>{message}</li>
              ))}
            </ul>
          </Notice>
        )
      )}
    </>
  )
}

function ItemForm({
  type,
  state: { draft, setName, setElement },
  problems,
}: {
  type: ContentType | undefined
  state: Draft
  problems: readonly Problem[]
}) {
  const foreign = Object.keys(draft.elements).filter((key) => !specOf(type, key))
  return (
    <Stack role="group" aria-label="Content of this item" gap={5} shrink>
      {!type && (
        <Notice tone="problem" title="This type is unknown">
          The type “{draft.typeId}” is not one that the site draws, so pages leave this item out.
        </Notice>
      )}
      <TextField
        label="Name"
        hint="What it is called here. Visitors do not see it."
        name="name"
        value={draft.name}
        onChange={(event) => setName(event.target.value)}
      />
      {type?.elements.filter(hasChoice).map((spec) => (
        <Stack key={spec.key} gap={3} shrink>
          <ElementField
            spec={spec}
            place={spec.key}
            value={draft.elements[spec.key]}
            problems={problems}
            onChange={(element) => setElement(spec.key, element)}
          />
          {type.kind === 'settings' &&
            spec.key === 'maintenance' &&
            draft.elements.maintenance?.value === true && (
              <Notice tone="problem" title="This closes the site">
                Once it is ready, every visitor sees the maintenance page instead of the site, and nobody can
                book until you turn it off again.
              </Notice>
            )}
        </Stack>
      ))}
      {foreign.map((key) => (
        <Notice
          key={key}
          tone="problem"
          title={`“${key}” does not belong to this type`}
          actions={
            <Button variant="secondary" onClick={() => setElement(key, undefined)}>
              Take it out
            </Button>
          }
        >
          Pages do not show it.
        </Notice>
      ))}
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
          <a href={itemAddress(id)}>{name}</a>
        </span>
      ))}
    </p>
  )
}

function SaveBar({ state, type, base }: { state: Draft; type: ContentType | undefined; base: Item }) {
  const { draft, dirty, saving, saved } = state
  const [closing, setClosing] = useState(false)
  const closes =
    type?.kind === 'settings' &&
    draft.elements.maintenance?.value === true &&
    !(base.status === 'ready' && base.elements.maintenance?.value === true)
  const ready = () => (closes ? setClosing(true) : state.save('ready'))
  const before = base.status === 'ready' ? pagePath(base) : null
  const after = pagePath(draft)
  const moves = before !== null && after !== null && before !== after
  const words = dirty
    ? moves
      ? `Not saved yet. Once published, links to ${before} lead to ${after}`
      : 'Not saved yet'
    : saved === 'ready'
      ? 'Published: visitors see this now'
      : saved === 'draft'
        ? 'Draft saved: visitors still see what they saw before'
        : `Saved ${savedText(state.base.lastModified)}`
  return (
    <Cluster gap={[2, 4]} align="center" between className={styles.bar}>
      <p className={text.status} role="status">
        {words}
      </p>
      <Cluster gap={[2, 3]} nowrap className={styles.actions}>
        {dirty && (
          <Button variant="quiet" onClick={state.discard}>
            Undo all
          </Button>
        )}
        <Button variant="secondary" busy={saving} disabled={!dirty} onClick={() => state.save('draft')}>
          Save draft
        </Button>
        <Button busy={saving} disabled={!dirty && state.base.status === 'ready'} onClick={ready}>
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
