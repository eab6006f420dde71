import { PageHead } from '../../features/content/page/PageHead'
import { isHeaded } from '../../first-html/traits'
import type { TemplateProps } from './props'

/** Full-width sections one below the other; the page's own headline comes first unless a component draws it. */
export function Flexi({ page, children }: TemplateProps) {
  return (
    <>
      {!isHeaded(page) && <PageHead page={page} />}
      {children}
    </>
  )
}
