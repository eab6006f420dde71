import { useQuery } from '@tanstack/react-query'
import { configQuery, contentItemQuery } from '../../api/queries'
import type { ContentItem } from '../../api/wire'
import { elementText } from './parq'

/** A content item by its id, undefined until it is there and when the hub is down: the forms never wait for it. */
export function useItem(id: string): ContentItem | undefined {
  const libraryId = useQuery(configQuery()).data?.libraryEntry.libraryId
  return useQuery({ ...contentItemQuery(libraryId ?? '', id), enabled: libraryId !== undefined }).data
}

export interface Copy {
  headline: string
  intro: string
}

/** Headline and intro of a page's content item, or ours until they arrive. */
export function useCopy(id: string, fallback: Copy): Copy {
  const item = useItem(id)
  return {
    headline: elementText(item, 'headline') ?? fallback.headline,
    intro: elementText(item, 'intro') ?? fallback.intro,
  }
}
