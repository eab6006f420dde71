import { useLocation } from '@tanstack/react-router'
import { ContentAdmin } from '../../../features/authoring/ContentAdmin'
import { readAddress } from '../../../features/authoring/address'
import { asContentItem } from '../../../features/content/content-item'
import { PagePreview } from '../../PagePreview'
import type { SectionProps } from './section-props'

/** The editors: content, pictures and settings, with a preview drawn by the site's own components. */
export function ContentSection({ section, uaid }: SectionProps) {
  const query = useLocation({ select: (location) => location.searchStr })
  return (
    <ContentAdmin
      address={{ ...readAddress(query), section }}
      uaid={uaid}
      preview={(rendered) => {
        const found = asContentItem(rendered)
        return found && <PagePreview item={found} />
      }}
    />
  )
}
