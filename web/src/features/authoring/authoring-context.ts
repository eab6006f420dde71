// Shared by all parts of the editor: the library, its types, who edits, and how the site draws an item.
import { createContext, use, type ReactNode } from 'react'
import type { ContentType, Item } from './api'

export interface Authoring {
  library: string
  types: readonly ContentType[]
  /** The editor whose unsaved texts are stored here. */
  uaid: string
  /** Draws a rendered item in the site's own template; the registry provides it. */
  preview: (item: Item) => ReactNode
}

export const AuthoringContext = createContext<Authoring | null>(null)

export function useAuthoring(): Authoring {
  const found = use(AuthoringContext)
  if (!found) throw new Error('The editor stands outside of its provider')
  return found
}

export const useType = (typeId: string): ContentType | undefined =>
  useAuthoring().types.find((type) => type.typeId === typeId)
