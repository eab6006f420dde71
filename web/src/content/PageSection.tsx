import { use } from 'react'
import { useOnline } from '../api/client/network'
import { usePreviewMode } from '../components/preview-mode'
import { MissingCode, PartBoundary } from '../components/PartBoundary'
import { ErrorState, Loading, Skeleton } from '../components/feedback/States'
import { textOf, type ContentItem } from '../features/content/content-item'
import type { PartProps } from '../first-html/part'
import { drawsAlong, traitsOf } from '../first-html/traits'
import { useServerDrawn } from '../first-html/use-server-drawn'
import { useFromServer } from './from-server'
import { DraftNotes } from './DraftNotes'
import styles from './PageSection.module.css'
import { PartsByType } from './parts-by-type'
import { PreviewBox } from './PreviewBox'

/** A component of a page in its section: scroll actions and hashes lead here by its anchor or its item's id. */
export function PageSection({ item, page }: PartProps) {
  const preview = usePreviewMode()
  const Part = use(PartsByType)[item.typeId]
  const { essential, acts } = traitsOf(item)
  // The essential part of a page does not wait behind the server's markup.
  const serverDrawn = useServerDrawn(item, essential ? undefined : Part)
  const drafts = preview && <DraftNotes item={item} page={page} />
  if (!Part)
    return (
      preview && (
        <>
          {drafts}
          <Unknown item={item} />
        </>
      )
    )
  if (preview && acts)
    return (
      <>
        {drafts}
        <PreviewBox title={item.type || item.typeId} tone="info">
          “{item.name}” stands here. It works on the page itself and is not run in a preview.
        </PreviewBox>
      </>
    )
  // A component that draws others of its type gives each its anchor itself.
  const anchor = drawsAlong(item, item) ? '' : textOf(item.elements, 'anchor')
  const place = { id: anchor || undefined, 'data-item': item.id, 'data-part': item.typeId, tabIndex: -1 }
  if (serverDrawn) return <div key="server" ref={serverDrawn} data-ahead="" {...place} />
  return (
    <div key="own" {...place}>
      {drafts}
      <PartBoundary of={item} broken={(error) => <Broken item={item} error={error} preview={preview} />}>
        <Part item={item} page={page} />
      </PartBoundary>
    </div>
  )
}

function Unknown({ item }: { item: ContentItem }) {
  return (
    <PreviewBox title={`Nothing draws “${item.typeId}”`}>
      “{item.name}” is of a type that this site does not know. Visitors see nothing here.
    </PreviewBox>
  )
}

function Broken({ item, error, preview }: { item: ContentItem; error: unknown; preview: boolean }) {
  const online = useOnline()
  const fromServer = useFromServer(preview ? null : error)
  if (preview)
    return (
      <PreviewBox title={`“${item.name}” cannot be drawn`}>
        Something in this {item.type || item.typeId} broke its drawing. Visitors see the rest of the page.
      </PreviewBox>
    )
  if (fromServer)
    return (
      <Loading label="Loading the page">
        <Skeleton height="20rem" />
      </Loading>
    )
  const missing = error instanceof MissingCode
  if (!missing && !traitsOf(item).essential) return null
  return (
    <div className={missing ? styles.missing : undefined}>
      <ErrorState
        title={online ? 'This part tripped' : 'You are offline'}
        message={
          online
            ? 'Something broke on our side, not yours. Load the page again; if it trips twice, come back in a few minutes.'
            : 'We cannot load this page without a connection. Check it and try again.'
        }
        onRetry={() => window.location.reload()}
      />
    </div>
  )
}
