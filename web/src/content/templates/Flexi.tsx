import { PageHead } from '../../features/content/PageHead'
import { isHeaded } from '../../first-html/traits'
import type { TemplateProps } from './props'

/** Full-width sections one below the other; the page's own headline opens it unless a component does. */
export function Flexi({ page, children }: TemplateProps) {
  return (
    <>
      {!isHeaded(page) && <PageHead page={page} />}
      {children}
    </>
  )
}
