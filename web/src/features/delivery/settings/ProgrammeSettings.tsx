import { Stack } from '../../../components/layout/Stack'
import { Tabs } from '../../../components/Tabs'
import text from '../../../components/text.module.css'
import type { InAddress } from '../../../state/address'
import { AcademyDetails } from './AcademyDetails'
import { BookingRules } from './BookingRules'
import { Openings } from './Openings'
import { Scoring } from './Scoring'
import { Seasons } from './Seasons'

const VIEWS = ['booking', 'openings', 'seasons', 'academy', 'scoring'] as const
type View = (typeof VIEWS)[number]

/** What programme delivery rarely changes: booking, openings, seasons, the academy, scoring. */
export function ProgrammeSettings({ query, onQuery }: InAddress) {
  return (
    <Stack as="section" gap={5} shrink="children" aria-labelledby="programme-title">
      <Stack as="header" gap={2}>
        <h2 id="programme-title" className={text.h3}>
          Programme settings
        </h2>
        <p className={text.intro}>
          Booking pages follow as soon as you save. Each change is noted in the audit log.
        </p>
      </Stack>
      <Tabs<View>
        label="Programme settings"
        value={VIEWS.find((known) => known === query.view) ?? 'booking'}
        onChange={(view) => onQuery({ view }, true)}
        tabs={[
          { key: 'booking', label: 'Booking', content: <BookingRules /> },
          { key: 'openings', label: 'Openings', content: <Openings /> },
          { key: 'seasons', label: 'Seasons', content: <Seasons /> },
          { key: 'academy', label: 'Academy', content: <AcademyDetails /> },
          { key: 'scoring', label: 'Scoring', content: <Scoring /> },
        ]}
      />
    </Stack>
  )
}
