import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../../../api/clock'
import { configQuery } from '../../../api/queries'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import { SearchField } from '../../../components/form/SearchField'
import { SelectField } from '../../../components/form/SelectField'
import { DayRange } from '../../../components/form/DayRange'
import { REVERSED, type CivilDate } from '../../../academy/civil-date'
import type { InAddress } from '../../../state/address'
import filterStyles from '../../../components/form/filters.module.css'
import styles from './BookingFilters.module.css'
import { STATUS_NAME } from '../../../academy/names'
import { seasonName } from '../../../academy/seasons'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { AthleteNumber } from '../AthleteNumber'
import { Grid } from '../../../components/layout/Grid'
import box from '../../../components/layout/box.module.css'
import { classNames } from '../../../components/class-names'
import {
  daysShown,
  EVERY_DAY,
  isReversed,
  narrowedBy,
  spans,
  type BookingFilters as Filters,
} from './filters'

interface BookingFiltersProps extends InAddress {
  filters: Filters
  today: CivilDate
  /** The name of the team that is filtered by. */
  teamName: string | undefined
}

/** The top 15 of this season, and of each that is over, the latest first. */
function useStandings() {
  const seasons = useQuery(configQuery()).data?.seasons ?? []
  const now = serverNow()
  const over = seasons.filter(({ end }) => Date.parse(end) < now).toReversed()
  return [
    { value: 'true', label: 'Top 15 this season' },
    ...over.map((season) => ({
      value: String(season.season),
      label: `Top 15 of ${seasonName(season, now)}`,
    })),
  ]
}

export function BookingFilters({ query, onQuery, filters, today, teamName }: BookingFiltersProps) {
  const { from, to } = daysShown(filters, today)
  const narrowed = narrowedBy(filters)
  const standings = useStandings()
  return (
    <Stack as="search" gap={4}>
      <Stack gap={[4, 3]} align="start" className={classNames(styles.line, filterStyles.days)}>
        <SearchField
          label="Search by name, e-mail, code or number"
          name="bookings-search"
          search={query.search ?? ''}
          onSearch={(search) => onQuery({ search })}
        />
        <DayRange
          prefix="bookings-"
          from={from}
          to={to}
          problem={isReversed(filters) && REVERSED}
          onChange={onQuery}
        />
      </Stack>
      <Cluster as="ul" gap={2} aria-label="Days">
        {spans(today).map(({ label, ...days }) => (
          <li key={label}>
            <button
              type="button"
              className={classNames(styles.span, box.control)}
              aria-pressed={days.from === from && days.to === to}
              onClick={() => onQuery({ from: days.from, to: days.to })}
            >
              {label}
            </button>
          </li>
        ))}
      </Cluster>
      <details className={styles.more} open={narrowed > 0 || undefined}>
        <summary className={styles.summary}>
          <Icon name="chevronDown" small />
          More filters
          {narrowed > 0 && <span className={styles.count}>{narrowed} on</span>}
        </summary>
        <Grid gap={4} least={11} align="end" className={classNames(styles.narrow, filterStyles.unmarked)}>
          <SelectField
            label="Status"
            optional
            name="bookings-status"
            placeholder="Not cancelled"
            value={filters.status ?? ''}
            options={Object.entries(STATUS_NAME).map(([value, label]) => ({ value, label }))}
            onChange={(event) => onQuery({ status: event.currentTarget.value })}
          />
          <SelectField
            label="Team"
            optional
            name="bookings-team"
            placeholder="Any"
            value={query.team ?? ''}
            options={[
              { value: 'any', label: 'Team bookings' },
              { value: 'none', label: 'Without a team' },
              ...(typeof filters.team === 'string'
                ? [{ value: filters.team, label: teamName ?? 'One team' }]
                : []),
            ]}
            onChange={(event) => onQuery({ team: event.currentTarget.value })}
          />
          <SelectField
            label="Assistance"
            optional
            name="bookings-assistance"
            placeholder="Any"
            value={query.assistance ?? ''}
            options={[
              { value: 'yes', label: 'Asked for help' },
              { value: 'no', label: 'Did not ask' },
            ]}
            onChange={(event) => onQuery({ assistance: event.currentTarget.value })}
          />
          <SelectField
            label="Standing"
            optional
            name="bookings-standing"
            placeholder="Any"
            value={filters.top15 ? String(filters.season ?? true) : ''}
            options={standings}
            // Their finals are in the season, not in the days ahead.
            onChange={(event) => onQuery({ top15: event.currentTarget.value, ...EVERY_DAY })}
          />
          <AthleteNumber
            label="Athlete number"
            name="bookings-uaid"
            uaid={filters.uaid ?? ''}
            onChoose={(uaid) => onQuery({ uaid, ...EVERY_DAY })}
          />
          {narrowed > 0 && (
            <Button
              variant="quiet"
              className={styles.clear}
              onClick={() =>
                onQuery({
                  status: undefined,
                  team: undefined,
                  assistance: undefined,
                  top15: undefined,
                  uaid: undefined,
                })
              }
            >
              Clear these
            </Button>
          )}
        </Grid>
      </details>
    </Stack>
  )
}
