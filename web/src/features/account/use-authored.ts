import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { ImageValue } from '../../components/graphics/Picture'
import { configQuery, contentItemQuery } from '../../api/queries'
import type { ContentItem } from '../../api/types'

/** A content item by its id; undefined until loaded and when the hub is unavailable: forms never wait for it. */
export function useItem(id: string): ContentItem | undefined {
  const libraryId = useQuery(configQuery()).data?.libraryEntry.libraryId
  return useQuery({ ...contentItemQuery(libraryId ?? '', id), enabled: libraryId !== undefined }).data
}

export interface Copy {
  headline: string
  intro: string
}

/** The authored texts of the page and its form component; a missing text is empty. */
export const FormCopy = createContext<Copy>({ headline: '', intro: '' })

/** The author's picture for the page, in place of the drawing. */
export const FormPicture = createContext<ImageValue | null>(null)

/** Headline and introduction as authored, or the fallback. */
export function useAuthored(fallback: Copy): Copy {
  const authored = use(FormCopy)
  return { headline: authored.headline || fallback.headline, intro: authored.intro || fallback.intro }
}
