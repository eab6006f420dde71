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
import type { EditorAddress } from './address'
import { typesQuery, type Item } from './api'
import { useItemLines } from './use-item-names'

export interface ContentAdminProps {
  address: EditorAddress
  /** The signed-in editor. */
  uaid: string
  /** Draws a rendered item as on the site. */
  preview: (item: Item) => ReactNode
}

/** The editors' sections: content items, site settings, pictures. */
export function ContentAdmin({ address, uaid, preview }: ContentAdminProps) {
  const config = useQuery(configQuery())
  const library = config.data?.libraryEntry.libraryId
  const types = useQuery({ ...typesQuery(library ?? ''), enabled: library !== undefined })
  return (
    <Loaded result={together(config, types)} label="Loading the editor" height={['3rem', '20rem']}>
      {([{ libraryEntry }, types]) => (
        <AuthoringContext value={{ library: libraryEntry.libraryId, types, uaid, preview }}>
          <Section address={address} />
        </AuthoringContext>
      )}
    </Loaded>
  )
}

function Section({ address }: { address: EditorAddress }) {
  switch (address.section) {
    case 'images':
      return <ImageLibrary />
    case 'settings':
      return <Settings address={address} />
    default:
      return address.item ? (
        <Editor key={address.item} id={address.item} address={address} />
      ) : (
        <ContentList address={address} />
      )
  }
}

/** The single item of the kind `settings`. */
function Settings({ address }: { address: EditorAddress }) {
  const { lines, complete, failed } = useItemLines()
  const found = [...lines.values()].find((line) => line.kind === 'settings')
  if (found) return <Editor id={found.id} address={address} />
  if (failed) return <LoadError query={failed} />
  if (complete)
    return <EmptyState title="No site settings yet">Create an item of the type “Site settings”.</EmptyState>
  return (
    <Loading label="Loading the site settings">
      <Skeleton height="20rem" />
    </Loading>
  )
}
