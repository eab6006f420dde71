import { createContext, use } from 'react'

/** The site's name from the site settings; the shell provides it. */
export const SiteTitle = createContext('Sixfold')

export const useSiteTitle = (): string => use(SiteTitle)
