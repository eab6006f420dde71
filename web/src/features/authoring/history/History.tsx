import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { errorSentence } from '../../../api/error-sentence'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { EmptyState, Loading, Skeleton } from '../../../components/feedback/States'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { LoadError } from '../../../state/LoadError'
import { MoreButton } from '../../../state/MoreButton'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import {
  restoreRevision,
  authoringKeys,
  revisionQuery,
  revisionsQuery,
  type Item,
  type ItemDetails,
  type Revision,
} from '../api'
import { useAuthoring, useType } from '../authoring-context'
import styles from './Comparison.module.css'
import { compare, NAME } from '../editor/conflict'
import { EditorHead } from '../editor/EditorHead'
import { describe, specOf } from '../elements'
import { editorHref, type EditorAddress } from '../address'
import { StatusChip } from '../StatusChip'
import { TextDiff } from './TextDiff'
import { changedOf } from '../refusals'
import { savedText } from '../saved-text'
import text from '../../../components/text.module.css'
import { Stack } from '../../../components/layout/Stack'
import { Cluster } from '../../../components/layout/Cluster'
import { useItemNames } from '../use-item-names'

/** Every version of an item, its changes, and a button to restore it. */
export function History({ details, address }: { details: ItemDetails; address: EditorAddress }) {
  const { library } = useAuthoring()
  const { id } = details.item
  const query = useInfiniteQuery(revisionsQuery(library, id))
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const revisions = data?.pages.flatMap((page) => page.revisions) ?? []
  const last = revisions.at(-1)
  const shown = revisions.find(({ rev }) => String(rev) === address.rev) ?? revisions[0]
  const before = shown && revisions[revisions.indexOf(shown) + 1]
  // The version that is opened, or the one before it, with which it is compared, is on a page that is not loaded yet.
  const further = hasNextPage && last !== undefined && (shown === last || Number(address.rev) < last.rev)
  useEffect(() => {
    if (further && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [further, isFetching, isFetchNextPageError, fetchNextPage])
  return (
    <Stack gap={5} shrink>
      <EditorHead details={details} address={address} />
      {shown ? (
        <Stack gap={5} align="start" className={styles.history}>
          <Revisions revisions={revisions} shown={shown} address={address}>
            <MoreButton list={query}>Older versions</MoreButton>
            {isFetchNextPageError && !further && <ErrorNotice error={query.error} />}
          </Revisions>
          {!further ? (
            <RevisionView
              key={shown.rev}
              details={details}
              revision={shown}
              before={before}
              newest={shown === revisions[0]}
            />
          ) : isFetchNextPageError ? (
            <LoadError query={query} />
          ) : (
            <LoadingVersion />
          )}
        </Stack>
      ) : query.isError ? (
        <LoadError query={query} />
      ) : (
        <Loading label="Loading the history">
          <Skeleton height="4rem" />
          <Skeleton height="4rem" />
        </Loading>
      )}
    </Stack>
  )
}

function Revisions({
  revisions,
  shown,
  address,
  children,
}: {
  revisions: readonly Revision[]
  shown: Revision
  address: EditorAddress
  /** Below the list. */
  children: ReactNode
}) {
  return (
    <Stack as="nav" gap={3} aria-label="Versions">
      <Stack as="ol" gap={0}>
        {revisions.map((revision) => {
          const { rev, status, savedAt, savedBy, restoredFrom, takenDown } = revision
          return (
            <li key={rev}>
              <a
                href={editorHref({ ...address, rev: String(rev) })}
                className={styles.revision}
                aria-current={revision === shown ? 'true' : undefined}
              >
                <Cluster as="span" gap={[1, 3]} align="center" className={text.strong}>
                  {savedText(savedAt)}
                  <StatusChip line={{ status: takenDown ? 'takenDown' : status, rev }} />
                </Cluster>
                <span className={text.note}>
                  Version {rev}
                  {savedBy && `, ${savedBy}`}
                  {restoredFrom !== undefined &&
                    restoredFrom !== null &&
                    `, brought back from version ${restoredFrom}`}
                </span>
              </a>
            </li>
          )
        })}
      </Stack>
      {children}
    </Stack>
  )
}

function LoadingVersion() {
  return (
    <Loading label="Loading this version">
      <Skeleton height="12rem" />
    </Loading>
  )
}

interface RevisionViewProps {
  details: ItemDetails
  revision: Revision
  before: Revision | undefined
  newest: boolean
}

function RevisionView({ details, revision, before, newest }: RevisionViewProps) {
  const { library } = useAuthoring()
  const { id } = details.item
  const shown = useQuery(revisionQuery(library, id, revision.rev))
  const older = useQuery({ ...revisionQuery(library, id, before?.rev ?? 0), enabled: before !== undefined })
  const failed = [shown, older].find((query) => query.isError)
  if (failed) {
    return <LoadError query={failed} />
  }
  if (!shown.data || (before && !older.data)) {
    return <LoadingVersion />
  }
  return (
    <Stack gap={5} shrink>
      {!newest && <Restore details={details} revision={revision} />}
      <Changes
        shown={shown.data}
        before={older.data}
        title={before && `Version ${before.rev}`}
        revision={revision}
      />
    </Stack>
  )
}

function Changes({
  shown,
  before,
  title,
  revision: { rev, takenDown },
}: {
  shown: Item
  before: Item | undefined
  title: string | undefined
  revision: Revision
}) {
  const type = useType(shown.typeId)
  const nameOf = useItemNames()
  const nothing: Item = { ...shown, name: '', elements: {} }
  const changes = compare(before ?? nothing, shown, before ?? nothing, type)
  if (changes.length === 0)
    return (
      <EmptyState title="The words are the same">
        {takenDown
          ? 'With this version the item was taken down.'
          : before && before.status !== shown.status
            ? shown.status === 'ready'
              ? 'This version published them.'
              : 'This version saved them as a draft. Nothing changed for visitors.'
            : 'Nothing was changed in this version.'}
      </EmptyState>
    )
  return (
    <Stack gap={5}>
      {changes.map(({ key, mine, theirs }) => {
        const spec = specOf(type, key)
        const label = key === NAME ? 'Name' : (spec?.label ?? key)
        return (
          <Stack as="section" gap={3} shrink key={key} aria-label={label} className={styles.difference}>
            <h3 className={text.h4}>{label}</h3>
            <TextDiff
              before={before && describe(theirs, spec, nameOf)}
              after={describe(mine, spec, nameOf)}
              beforeTitle={title ?? 'Before'}
              afterTitle={`Version ${rev}`}
            />
          </Stack>
        )
      })}
    </Stack>
  )
}

function Restore({ details: { item }, revision }: { details: ItemDetails; revision: Revision }) {
  const { library } = useAuthoring()
  const client = useQueryClient()
  const navigate = useNavigate()
  const show = useAlert((state) => state.show)
  const { run, status, error } = useOperation(restoreRevision, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: authoringKeys.item(item.id) })
      void client.invalidateQueries({ queryKey: authoringKeys.items })
      show({
        tone: 'good',
        message: `Version ${revision.rev} is back as a draft. Publish it when it is right.`,
      })
      await navigate({ href: editorHref({ section: 'content', item: item.id }) })
    },
    onError: (failure) => {
      // The next press is on top of what was saved meanwhile, which the list of versions then shows.
      if (changedOf(failure)) void client.invalidateQueries({ queryKey: authoringKeys.item(item.id) })
    },
  })
  const restore = () => run({ libraryId: library, id: item.id, revision: revision.rev, rev: item.rev })
  return (
    <Notice
      title={`Version ${revision.rev}, of ${savedText(revision.savedAt)}`}
      actions={
        <Button variant="secondary" busy={status === 'loading'} onClick={() => void restore()}>
          Bring this version back
        </Button>
      }
    >
      {error ? (
        <span role="alert">{errorSentence(error)}</span>
      ) : (
        'It comes back as a new draft. The versions since then are kept.'
      )}
    </Notice>
  )
}
