import { createContext, use } from 'react'

/** Whether this is an author's preview: problems are shown, and presses do nothing. */
export const PreviewMode = createContext(false)

export const usePreviewMode = (): boolean => use(PreviewMode)
