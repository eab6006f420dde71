import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorSentence } from '../../../api/error-sentence'
import { queryKeys } from '../../../api/queries'
import { useOperation } from '../../../state/use-operation'
import {
  saveItem,
  authoringKeys,
  itemQuery,
  type Element,
  type Item,
  type ItemDetails,
  type Problem,
  type Status,
} from '../api'
import { useAuthoring } from '../authoring-context'
import { same, storedElements } from '../elements'
import { changedOf, isGone, isMalformed, problemsOf, type Changed } from '../refusals'
import { allUnsaved, dropKept, keepUnsaved, readUnsaved, type Kept } from './unsaved'

const stored = (item: Item): Item => ({ ...item, elements: storedElements(item.elements) })

const sameText = (one: Item, other: Item) =>
  one.name === other.name && same(one.elements, other.elements) && same(one.tags ?? [], other.tags ?? [])

interface Saving {
  item: Item
  status: Status
}

/** A save that was refused because somebody else had saved meanwhile. */
export interface Conflict extends Changed {
  /** The status that the save was to give. */
  wanted: Status
}

export interface Draft {
  /** The version loaded or saved last. */
  base: Item
  /** The form's values. */
  draft: Item
  dirty: boolean
  /** Increased whenever the form is filled by code, so that fields reset. */
  filled: number
  /** Changes from an earlier visit or another tab that were never saved; no others are stored until they are taken or dropped. */
  left: Kept | null
  takeLeft: () => void
  dropLeft: () => void
  setName: (name: string) => void
  setElement: (key: string, element: Element | undefined) => void
  /** Fills the form with another version, on top of `base`. */
  fill: (draft: Item, base: Item) => void
  discard: () => void
  save: (status: Status, item?: Item) => void
  saving: boolean
  /** The item was taken down: what is not saved yet stays in the form. */
  takenDown: (item: Item) => void
  /** The status requested last, and the outcome. */
  saved: Status | null
  failure: string | null
  /** Problems found by the last attempt to save or publish. */
  refused: readonly Problem[]
  /** Whether they prevent even a draft. */
  malformed: boolean
  attempt: number
  /** Somebody else saved meanwhile. */
  changed: Conflict | null
  endConflict: () => void
}

/** An item while it is edited: its changes, whether they are saved, and what prevents publishing. */
export function useDraft(details: ItemDetails): Draft {
  const { library, uaid } = useAuthoring()
  const client = useQueryClient()
  const { id } = details.item
  const [base, setBase] = useState(() => stored(details.item))
  const [draft, setDraft] = useState(base)
  const [filled, setFilled] = useState(0)
  const leftBehind = () =>
    allUnsaved(uaid, library, id).find((kept) => !sameText(kept.draft, details.item)) ?? null
  const [left, setLeft] = useState(leftBehind)
  const [attempt, setAttempt] = useState(0)
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const [malformed, setMalformed] = useState(false)
  const [changed, setChanged] = useState<Conflict | null>(null)
  const [saved, setSaved] = useState<Status | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const dirty = !sameText(base, draft)

  const fill = (next: Item, under: Item) => {
    setBase(stored(under))
    setDraft(stored(next))
    setFilled((count) => count + 1)
  }
  // A refetch brought a newer revision: without unsaved changes there is nothing to lose.
  if (!dirty && details.item.rev !== base.rev && isNewer(details.item, base)) {
    fill(details.item, details.item)
    // It may be the last visit’s save, answered only now.
    if (left) setLeft(leftBehind())
  }

  // At once, without a delay: somebody who leaves within the delay would lose what the dialog says is kept.
  useEffect(() => {
    if (!left) keepUnsaved(uaid, library, id, dirty ? { base, draft } : null)
  }, [uaid, library, id, base, draft, dirty, left])
  // A tab that was closed before its save was answered leaves what is stored on the server by now.
  useEffect(() => {
    for (const kept of allUnsaved(uaid, library, id)) if (sameText(kept.draft, details.item)) dropKept(kept)
  }, [uaid, library, id, details.item])

  const readAgain = (visitors: boolean) => {
    void client.invalidateQueries({ queryKey: authoringKeys.item(id) })
    void client.invalidateQueries({ queryKey: authoringKeys.items })
    // The site in this window shows at once what visitors see now.
    if (visitors) {
      void client.invalidateQueries({ queryKey: queryKeys.content })
      void client.invalidateQueries({ queryKey: queryKeys.config })
    }
  }
  const { run, status: sending } = useOperation(
    ({ item, status }: Saving, key) => saveItem(library, item, status, key),
    {
      onSuccess: (item, { item: sent, status }) => {
        const now = stored(item)
        // Changes made while saving stay. Once the editor has been left, only this browser's storage has them. What another
        // tab has stored keeps its own base, so that its save asks about this one.
        const typed = readUnsaved(uaid, library, id)?.draft
        const unsaved = typed && !sameText(typed, sent) ? { base: now, draft: onto(now, typed) } : null
        keepUnsaved(uaid, library, id, unsaved)
        setBase(now)
        setDraft((current) => (sameText(current, sent) ? now : onto(now, current)))
        setRefused([])
        setChanged(null)
        setSaved(status)
        client.setQueryData(
          itemQuery(library, id).queryKey,
          (before) =>
            before && {
              ...before,
              item,
              ...(status === 'ready' ? { ready: item, takenDown: false, problems: [] } : {}),
            },
        )
        readAgain(status === 'ready')
      },
      onError: (error, { status: wanted }) => {
        const conflict = changedOf(error)
        if (conflict) return setChanged({ ...conflict, wanted })
        const problems = problemsOf(error)
        setRefused(problems)
        setMalformed(isMalformed(error))
        setFailure(problems.length > 0 ? null : isGone(error) ? GONE : errorSentence(error))
        setAttempt((count) => count + 1)
      },
    },
  )
  const save = (status: Status, item: Item = draft) => {
    setFailure(null)
    setSaved(null)
    void run({ item: { ...item, elements: storedElements(item.elements) }, status })
  }
  return {
    base,
    draft,
    dirty,
    filled,
    left,
    takeLeft: () => {
      if (left) {
        // From here on this tab stores it.
        dropKept(left)
        fill(left.draft, left.base)
      }
      setLeft(null)
    },
    dropLeft: () => {
      if (left) dropKept(left)
      setLeft(null)
    },
    setName: (name) => setDraft((before) => ({ ...before, name })),
    setElement: (key, element) =>
      setDraft((before) => {
        const { [key]: _, ...rest } = before.elements
        return { ...before, elements: element ? { ...rest, [key]: element } : rest }
      }),
    fill,
    discard: () => {
      fill(base, base)
      setRefused([])
    },
    save,
    saving: sending === 'loading',
    takenDown: (item) => {
      const now = stored(item)
      setBase(now)
      setDraft((current) => onto(now, current))
      setSaved(null)
      client.setQueryData(
        itemQuery(library, id).queryKey,
        (before) => before && { ...before, item, ready: null, takenDown: true, linkedFrom: [] },
      )
      readAgain(true)
    },
    saved: dirty ? null : saved,
    failure,
    refused,
    malformed,
    attempt,
    changed,
    endConflict: () => setChanged(null),
  }
}

const GONE =
  'Someone has deleted this item. What you typed stays in this browser: bring the item back from the list of content, under the status Deleted, then carry on here.'

/** The text of one version on top of another. */
const onto = (base: Item, { name, elements, tags }: Item): Item => ({
  ...base,
  name,
  elements,
  ...(tags ? { tags } : {}),
})

/** Revisions only increase; a late answer with an older one is ignored. */
const isNewer = (one: Item, other: Item) => Number(one.rev) > Number(other.rev)
