import { ActionDialog } from '../../../state/ActionDialog'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { londonToday } from '../../../academy/london'
import { refusedField } from '../../../api/error-sentence'
import { counted } from '../../../academy/numbers'
import { addDays, daysBetween, isCivilDate, shortDate, type CivilDate } from '../../../academy/civil-date'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import styles from './ProgrammeSettings.module.css'
import { Stack } from '../../../components/layout/Stack'
import { addSeason, changeSeason, type ListedSeason } from './api'

/** About a quarter of a year, like most seasons. */
const USUAL_DAYS = 120

/** The number of days from one date to another, both included. */
export const daysOf = (from: CivilDate, to: CivilDate): number => daysBetween(from, to) + 1

/** Seasons have no gaps between them: one that begins in the past lasts until a quarter of a year from today. */
export function usualEnd(start: CivilDate, today: CivilDate): CivilDate {
  const usual = addDays(start, USUAL_DAYS - 1)
  return usual >= today ? usual : addDays(today, USUAL_DAYS - 1)
}

const missingDays = (dates: { start: string; end: string }) =>
  Object.entries(dates)
    .filter(([, day]) => !isCivilDate(day))
    .map(([field]) => ({ field, message: 'Pick a day.' }))

interface SeasonDialogProps {
  /** The season to change; if absent, a new one is added. */
  season?: ListedSeason
  /** The one before it. */
  after?: ListedSeason
  onClose: () => void
}

/** The dates of a new season, or new dates of an existing one. */
export function SeasonDialog({ season, after, onClose }: SeasonDialogProps) {
  const number = season?.season ?? (after?.season ?? 0) + 1
  const start = season?.start.slice(0, 10) ?? (after ? addDays(after.end.slice(0, 10), 1) : '')
  const save = useOperation(
    ({ rev, ...wanted }: { season: number; start: string; end: string; rev: number | undefined }, key) =>
      rev === undefined ? addSeason(wanted, key) : changeSeason({ ...wanted, rev }, key),
  )
  const form = useForm({
    initial: { start, end: season?.end.slice(0, 10) ?? (start && usualEnd(start, londonToday())) },
    check: missingDays,
    send: async (dates) => {
      const outcome = await save.run({ season: number, ...dates, rev: season?.rev })
      if (outcome.ok) onClose()
    },
    onChange: save.reset,
    refused: refusedField(save.error),
    nameOf: (key) => `season-${key}`,
  })
  const { start: from, end: to } = form.values
  return (
    <ActionDialog
      title={season ? `Season ${number}` : `Add season ${number}`}
      onClose={onClose}
      yes={season ? 'Save the season' : 'Add the season'}
      no="Cancel"
      busy={form.busy}
      onYes={() => void form.submit()}
    >
      <Stack gap={4} align="start" className={styles.pair}>
        <TextField
          label="First day"
          hint={after ? `Season ${after.season} ends ${shortDate(after.end.slice(0, 10))}.` : undefined}
          {...form.field('start')}
          type="date"
        />
        <TextField label="Last day" {...form.field('end')} type="date" />
      </Stack>
      <p className={text.aside} role="status">
        {missingDays(form.values).length === 0 && to >= from && `${counted(daysOf(from, to), 'day')}.`}
      </p>
      {save.error?.field !== 'start' && save.error?.field !== 'end' && <ErrorNotice error={save.error} />}
    </ActionDialog>
  )
}
