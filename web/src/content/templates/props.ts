import type { ReactNode } from 'react'
import type { ContentItem } from '../../features/content/content-item'

export interface TemplateProps {
  page: ContentItem
  children: ReactNode
}
