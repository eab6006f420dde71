import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../api/queries'
import type { EventConfig, SiteSettings } from '../api/types'
import { localised } from '../paths'

export interface CampaignLogo {
  src: string
  href: string
  alt: string
}

/** The site's name, marks and outward links, with defaults until the settings are here. */
export function useSite() {
  return useQuery({ ...configQuery(), select: siteOf }).data ?? siteOf()
}

const siteOf = ({ site, links }: Partial<EventConfig> = {}) => ({
  title: site?.title || 'Sixfold',
  logo: imageAddress(site?.logo),
  campaign: campaignLogo(site?.campaignLogo),
  maintenance: site?.maintenance ?? false,
  links: links ?? {},
})

// A word such as `hexagon` names the drawn mark; an address is an image.
const imageAddress = (logo: string | null | undefined) => (logo && /^(?:\/|https:)/.test(logo) ? logo : null)

/** An image element of the content hub, with a link where it has one. */
function campaignLogo(element: SiteSettings['campaignLogo']): CampaignLogo | null {
  const text = (...names: string[]) =>
    names.map((name) => element?.[name]).find((value): value is string => typeof value === 'string') ?? ''
  const src = imageAddress(text('url', 'value'))
  return src ? { src, href: localised(text('linkURL')), alt: text('altText', 'linkText') } : null
}
