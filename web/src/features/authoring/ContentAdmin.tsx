import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configQuery } from '../../api/queries'
import { EmptyState, Loading, Skeleton } from '../../components/feedback/States'
import { LoadError } from '../../state/LoadError'
import { Loaded, together } from '../../state/Loaded'
import { AuthoringContext } from './authoring-context'
import { ContentList } from './ContentList'
import { Editor } from './editor/Editor'
import { ImageLibrary } from './ImageLibrary'
import type { Place } from './place'
import { typesQuery, type Item } from './api'
import { useItemLines } from './use-item-names'

export interface ContentAdminProps {
  place: Place
  /** The signed-in editor. */
  uaid: string
  /** Draws a rendered item as on the site. */
  preview: (item: Item) => ReactNode
}

/** The editors' sections: content items, site settings, pictures. */
export function ContentAdmin({ place, uaid, preview }: ContentAdminProps) {
  const config = useQuery(configQuery())
  const library = config.data?.libraryEntry.libraryId
  const types = useQuery({ ...typesQuery(library ?? ''), enabled: library !== undefined })
  return (
    <Loaded result={together(config, types)} label="Loading the editor" height={['3rem', '20rem']}>
      {([{ libraryEntry }, types]) => (
        <AuthoringContext value={{ library: libraryEntry.libraryId, types, uaid, preview }}>
          <Section place={place} />
        </AuthoringContext>
      )}
    </Loaded>
  )
}

function Section({ place }: { place: Place }) {
  switch (place.section) {
    case 'images':
      return <ImageLibrary />
    case 'settings':
      return <Settings place={place} />
    default:
      return place.item ? (
        <Editor key={place.item} id={place.item} place={place} />
      ) : (
        <ContentList place={place} />
      )
  }
}

/** The single item of the kind `settings`. */
function Settings({ place }: { place: Place }) {
  const { lines, complete, failed } = useItemLines()
  const found = [...lines.values()].find((line) => line.kind === 'settings')
  if (found) return <Editor id={found.id} place={place} />
  if (failed) return <LoadError query={failed} />
  if (complete)
    return <EmptyState title="No site settings yet">Create an item of the type “Site settings”.</EmptyState>
  return (
    <Loading label="Loading the site settings">
      <Skeleton height="20rem" />
    </Loading>
  )
}
