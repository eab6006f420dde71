import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { ImageValue } from '../../components/Picture'
import { configQuery, contentItemQuery } from '../../api/queries'
import type { ContentItem } from '../../api/types'

/** A content item by its id, undefined until it is there and when the hub is down: the forms never wait for it. */
export function useItem(id: string): ContentItem | undefined {
  const libraryId = useQuery(configQuery()).data?.libraryEntry.libraryId
  return useQuery({ ...contentItemQuery(libraryId ?? '', id), enabled: libraryId !== undefined }).data
}

export interface Copy {
  headline: string
  intro: string
}

/** The words of the page and the form component that stand here; a word that nobody wrote is empty. */
export const FormCopy = createContext<Copy>({ headline: '', intro: '' })

/** The picture that an author put on the page, in the place of the drawing. */
export const FormPicture = createContext<ImageValue | null>(null)

/** Headline and intro as they were authored, or ours where they were not. */
export function useCopy(fallback: Copy): Copy {
  const authored = use(FormCopy)
  return { headline: authored.headline || fallback.headline, intro: authored.intro || fallback.intro }
}
