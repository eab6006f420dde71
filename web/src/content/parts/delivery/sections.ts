// The sections of the programme-delivery area. A new one is a line here; its code is loaded when it is first opened.
import type { ComponentType } from 'react'
import { lazyPart } from '../../../components/lazy-part'
import { paths } from '../../../paths'
import type { SectionProps } from './section-props'

export interface Section {
  /** Its name in the address. */
  key: string
  label: string
  Draw: ReturnType<typeof lazyPart<SectionProps>>
}

/** A desk with its own address. */
interface OtherDesk {
  label: string
  href: string
}

export interface SectionGroup {
  label: string
  sections: readonly (Section | OtherDesk)[]
}

const section = (key: string, label: string, load: () => Promise<ComponentType<SectionProps>>): Section => ({
  key,
  label,
  Draw: lazyPart(load),
})

const content = async () => (await import('./ContentSection')).ContentSection

/** The groups in the order of a working day; the area opens at the first section. */
export const GROUPS: readonly SectionGroup[] = [
  {
    label: 'Day',
    sections: [
      section('today', 'Today', async () => (await import('./TodaySection')).TodaySection),
      section(
        'bookings',
        'Bookings',
        async () => (await import('../../../features/delivery/bookings/Bookings')).Bookings,
      ),
      section(
        'arrivals',
        'Arrivals',
        async () => (await import('../../../features/kiosk/Arrivals')).Arrivals,
      ),
      section(
        'assistance',
        'Assistance',
        async () => (await import('../../../features/delivery/assistance/Assistance')).Assistance,
      ),
    ],
  },
  {
    label: 'People',
    sections: [
      section(
        'users',
        'Users',
        async () => (await import('../../../features/delivery/people/People')).People,
      ),
      section('teams', 'Teams', async () => (await import('./TeamsSection')).TeamsSection),
      section('coaches', 'Coaches', async () => (await import('../../../features/teams/Coaches')).Coaches),
      section(
        'cards',
        'Reported cards',
        async () => (await import('../../../features/delivery/reported-cards/ReportedCards')).ReportedCards,
      ),
    ],
  },
  {
    label: 'Programme',
    sections: [
      section(
        'schedule',
        'Schedule',
        async () => (await import('../../../features/schedule/ScheduleDesk')).ScheduleDesk,
      ),
      section('numbers', 'Numbers', async () => (await import('../../../features/numbers/Numbers')).Numbers),
      section('results', 'Results', async () => (await import('./ResultsSection')).ResultsSection),
      { label: 'Reveal', href: paths.revealDesk() },
    ],
  },
  {
    label: 'Site',
    sections: [
      section('content', 'Content', content),
      section('images', 'Images', content),
      section('settings', 'Site settings', content),
    ],
  },
  {
    label: 'Back office',
    sections: [
      section(
        'programme',
        'Programme settings',
        async () => (await import('../../../features/delivery/settings/ProgrammeSettings')).ProgrammeSettings,
      ),
      section(
        'exports',
        'Exports',
        async () => (await import('../../../features/delivery/exports/Exports')).Exports,
      ),
      section(
        'audit',
        'Audit log',
        async () => (await import('../../../features/delivery/audit/Audit')).Audit,
      ),
    ],
  },
]

/** The section of that name, or the one the area opens with. */
export function sectionOf(key: string | undefined): Section | undefined {
  const all = GROUPS.flatMap(({ sections }) => sections.filter((entry) => 'key' in entry))
  return all.find((entry) => entry.key === key) ?? all[0]
}
