// Which component draws a type of content. The page's root provides the registry here, so that a component that draws
// others (the editors' preview) does not import the registry that contains it.
import { createContext } from 'react'
import type { Part } from '../first-html/part'

export type Registry = Readonly<Record<string, Part | undefined>>

export const PartsByType = createContext<Registry>({})
