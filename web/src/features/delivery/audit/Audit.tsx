import { useInfiniteQuery } from '@tanstack/react-query'
import { addDays, isCivilDate, REVERSED } from '../../../academy/civil-date'
import { londonToday } from '../../../academy/london'
import { SelectField } from '../../../components/form/SelectField'
import { Stack } from '../../../components/layout/Stack'
import { AthleteNumber } from '../AthleteNumber'
import { EmptyState } from '../../../components/feedback/States'
import { DayRange } from '../../../components/form/DayRange'
import { classNames } from '../../../components/class-names'
import filterStyles from '../../../components/form/filters.module.css'
import text from '../../../components/text.module.css'
import type { AddressQuery, InAddress } from '../../../state/address'
import { Outdated } from '../../../components/feedback/Outdated'
import { Loaded } from '../../../state/Loaded'
import { MoreButton } from '../../../state/MoreButton'
import { ACTIONS, actionText } from '../actions'
import { AuditLog } from './AuditLog'
import { Grid } from '../../../components/layout/Grid'
import { auditQuery, type AuditFilters } from './api'

/** How far back the log goes by default. */
const BACK_DAYS = 7

/** Who did what to whom, newest first. */
export function Audit({ query, onQuery }: InAddress) {
  const filters = readFilters(query)
  const reversed = filters.from > filters.to
  const log = useInfiniteQuery({ ...auditQuery(filters), enabled: !reversed })
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Stack as="section" gap={5} shrink="children" aria-labelledby="audit-title">
      <h2 id="audit-title" className={text.h3}>
        Audit log
      </h2>
      <Grid
        as="search"
        gap={[4, 3]}
        least={10.25}
        align="start"
        className={classNames(filterStyles.days, filterStyles.unmarked)}
      >
        <DayRange
          prefix="audit-"
          from={filters.from}
          to={filters.to}
          problem={reversed && REVERSED}
          onChange={onQuery}
        />
        <SelectField
          label="What was done"
          optional
          name="audit-action"
          placeholder="Anything"
          value={filters.action ?? ''}
          options={ACTIONS.map((action) => ({ value: action, label: actionText(action) }))}
          onChange={(event) => onQuery({ action: event.currentTarget.value })}
        />
        <AthleteNumber
          label="Person’s number"
          name="audit-uaid"
          uaid={filters.uaid ?? ''}
          onChoose={(uaid) => onQuery({ uaid })}
        />
      </Grid>
      <Loaded result={log} label="Loading the log" height="28rem">
        {() =>
          entries.length > 0 ? (
            <Outdated when={log.isPlaceholderData}>
              <AuditLog entries={entries} />
              <MoreButton list={log}>Show older</MoreButton>
            </Outdated>
          ) : (
            <EmptyState title="No entries match">Widen the days, or take a filter out.</EmptyState>
          )
        }
      </Loaded>
    </Stack>
  )
}

function readFilters({ from, to, action, uaid }: AddressQuery): AuditFilters {
  const today = londonToday()
  const last = to && isCivilDate(to) ? to : today
  return {
    from: from && isCivilDate(from) ? from : addDays(last, -BACK_DAYS),
    to: last,
    ...(action && { action }),
    ...(uaid && /^\d{1,20}$/.test(uaid) && { uaid }),
  }
}
