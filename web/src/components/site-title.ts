import { createContext, use } from 'react'

/** The site's name from the settings; provided by the shell. */
export const SiteTitle = createContext('Sixfold')

export const useSiteTitle = (): string => use(SiteTitle)
