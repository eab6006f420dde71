import type { ReactNode } from 'react'
import type { ContentType } from '../features/authoring/api'
import { AuthoringContext } from '../features/authoring/authoring-context'
import { renderQueried } from './render'

/** A part of the editor, with what it needs around it. */
export const inEditor = (children: ReactNode, types: readonly ContentType[] = []) => (
  <AuthoringContext value={{ library: 'library', types, uaid: 'u', preview: () => null }}>
    {children}
  </AuthoringContext>
)

export const renderInEditor = (children: ReactNode, types?: readonly ContentType[]) =>
  renderQueried(inEditor(children, types))
