import { createContext, use } from 'react'

/** Whether this is an author's preview: what is wrong is shown, and nothing happens on a press. */
export const PreviewMode = createContext(false)

export const usePreviewMode = (): boolean => use(PreviewMode)
