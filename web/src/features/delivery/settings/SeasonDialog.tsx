import { useState } from 'react'
import { ActionDialog } from '../../../state/ActionDialog'
import { londonToday } from '../../../academy/london'
import { errorSentence } from '../../../api/errors'
import { addDays, daysBetween, isCivilDate, shortDate, type CivilDate } from '../../../academy/civil-date'
import { Notice } from '../../../components/feedback/Notice'
import { TextField } from '../../../components/form/TextField'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import styles from './ProgrammeSettings.module.css'
import { Stack } from '../../../components/layout/Stack'
import { addSeason, changeSeason, type ListedSeason } from './api'

/** About a quarter of a year, which most seasons are. */
const USUAL_DAYS = 120

/** How many days two dates take in, both included. */
export const daysOf = (from: CivilDate, to: CivilDate): number => daysBetween(from, to) + 1

/** Seasons follow one another without a gap: one that begins long ago reaches a quarter of a year beyond today. */
export function usualEnd(start: CivilDate, today: CivilDate): CivilDate {
  const usual = addDays(start, USUAL_DAYS - 1)
  return usual >= today ? usual : addDays(today, USUAL_DAYS - 1)
}

interface SeasonDialogProps {
  /** The season that is changed; without one a new season follows `after`. */
  season?: ListedSeason
  after?: ListedSeason
  onClose: () => void
}

/** The dates of a new season, or other dates for one that is there. */
export function SeasonDialog({ season, after, onClose }: SeasonDialogProps) {
  const number = season?.season ?? (after?.season ?? 0) + 1
  const start = season?.start.slice(0, 10) ?? (after ? addDays(after.end.slice(0, 10), 1) : '')
  const [from, setFrom] = useState(start)
  const [to, setTo] = useState(season?.end.slice(0, 10) ?? (start && usualEnd(start, londonToday())))
  const [tried, setTried] = useState(false)
  const save = useOperation(
    ({ rev, ...wanted }: { season: number; start: string; end: string; rev: number | undefined }, key) =>
      rev === undefined ? addSeason(wanted, key) : changeSeason({ ...wanted, rev }, key),
  )
  const wrong = !isCivilDate(from) || !isCivilDate(to)
  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    save.reset()
  }
  const submit = async () => {
    setTried(true)
    if (wrong) return
    const outcome = await save.run({ season: number, start: from, end: to, rev: season?.rev })
    if (outcome.ok) onClose()
  }
  const field = save.error?.field
  const said = save.error ? errorSentence(save.error) : undefined
  return (
    <ActionDialog
      title={season ? `Season ${number}` : `Add season ${number}`}
      onClose={onClose}
      yes={season ? 'Save the season' : 'Add the season'}
      no="Cancel"
      busy={save.status === 'loading'}
      onYes={() => void submit()}
    >
      <Stack gap={4} align="start" className={styles.pair}>
        <TextField
          label="First day"
          hint={after ? `Season ${after.season} ends ${shortDate(after.end.slice(0, 10))}.` : undefined}
          name="season-start"
          type="date"
          value={from}
          error={tried && !isCivilDate(from) ? 'Pick a day.' : field === 'start' ? said : undefined}
          onChange={(event) => change(setFrom)(event.currentTarget.value)}
        />
        <TextField
          label="Last day"
          name="season-end"
          type="date"
          value={to}
          error={tried && !isCivilDate(to) ? 'Pick a day.' : field === 'end' ? said : undefined}
          onChange={(event) => change(setTo)(event.currentTarget.value)}
        />
      </Stack>
      <p className={text.aside} role="status">
        {!wrong && to >= from && `${daysOf(from, to)} days.`}
      </p>
      {said && field !== 'start' && field !== 'end' && (
        <Notice tone="problem" role="alert">
          {said}
        </Notice>
      )}
    </ActionDialog>
  )
}
