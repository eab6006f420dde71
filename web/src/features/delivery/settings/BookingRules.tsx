import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '../../../api/errors'
import { queryKeys } from '../../../api/queries'
import { Button } from '../../../components/Button'
import { Form, FormActions } from '../../../components/form/Form'
import { Notice } from '../../../components/feedback/Notice'
import { TextField } from '../../../components/form/TextField'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { Loaded } from '../../../state/Loaded'
import { useOperation } from '../../../state/use-operation'
import { BothVersions } from './BothVersions'
import styles from './ProgrammeSettings.module.css'
import { differences, draftOf, NUMBERS, problemsOf, settingsOf, type Draft } from './rules'
import { Grid } from '../../../components/layout/Grid'
import { saveSettings, settingsQuery, type StoredSettings } from './api'

/** Places, notice and window; the weekly times are the schedule's. */
export function BookingRules() {
  const result = useQuery(settingsQuery())
  return (
    <Loaded result={result} label="Loading the booking settings" height="28rem">
      {(stored) => <Fields key={stored.rev} stored={stored} />}
    </Loaded>
  )
}

/** The present settings on the server, from a refused save. */
const currentOf = (detail: unknown): StoredSettings | null =>
  typeof detail === 'object' && detail !== null && 'settings' in detail ? (detail as StoredSettings) : null

function Fields({ stored }: { stored: StoredSettings }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Draft>(() => draftOf(stored.settings))
  const [attempt, setAttempt] = useState(0)
  const save = useOperation(saveSettings)
  const problems = problemsOf(draft)
  const wrong = Object.keys(problems).length > 0
  const changed = wrong || differences(stored.settings, settingsOf(draft, stored.settings)).length > 0
  const conflict =
    save.error?.errorCode === 'SETTINGS_CHANGED' ? currentOf(save.error.details?.current) : null
  const refused = save.error?.field?.replace('settings.', '')

  const change = (value: Partial<Draft>) => {
    // What is changed after a refusal is another request.
    if (save.status !== 'loading') save.reset()
    setDraft((before) => ({ ...before, ...value }))
  }
  const send = async (over: StoredSettings) => {
    setAttempt(attempt + 1)
    if (wrong) return
    const outcome = await save.run({ settings: settingsOf(draft, over.settings), rev: over.rev })
    if (!outcome.ok) return
    queries.setQueryData(settingsQuery().queryKey, outcome.data)
    void queries.invalidateQueries({ queryKey: queryKeys.config })
    void queries.invalidateQueries({ queryKey: queryKeys.availability })
  }
  const errorOf = (key: keyof typeof problems): string | undefined =>
    (attempt > 0 ? problems[key] : undefined) ??
    (refused === key && save.error ? save.error.errorMessage : undefined)
  return (
    <Form
      className={styles.form}
      attempt={attempt}
      onSubmit={(event) => {
        event.preventDefault()
        void send(stored)
      }}
    >
      <Grid gap={4} least={16} align="start">
        {NUMBERS.map(({ key, label, hint }) => (
          <TextField
            key={key}
            label={label}
            hint={hint}
            name={key}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
            value={draft[key]}
            error={errorOf(key)}
            onChange={(event) => change({ [key]: event.currentTarget.value })}
          />
        ))}
        <TextField
          label="No booking before"
          hint="Empty: from today on."
          name="startDate"
          type="date"
          optional
          value={draft.startDate}
          error={errorOf('startDate')}
          onChange={(event) => change({ startDate: event.currentTarget.value })}
        />
      </Grid>
      <p className={text.intro}>
        The times that people can book are in the schedule:{' '}
        <a href={paths.deliveryAdmin({ section: 'schedule', show: 'lists' })}>weekly times</a>, closed days
        and sessions.
      </p>
      {conflict ? (
        <BothVersions
          differences={differences(conflict.settings, settingsOf(draft, conflict.settings))}
          onTheirs={() => queries.setQueryData(settingsQuery().queryKey, conflict)}
          onMine={() => void send(conflict)}
        />
      ) : (
        save.error && (
          <Notice tone="problem" role="alert">
            {errorSentence(save.error)}
          </Notice>
        )
      )}
      {wrong && attempt > 0 && (
        <Notice tone="problem" role="alert">
          Some settings are not valid. They are marked above.
        </Notice>
      )}
      {!changed && stored.rev > 0 && (
        <p role="status" className={text.aside}>
          Saved. Booking pages show these settings.
        </p>
      )}
      <FormActions>
        <Button type="submit" busy={save.status === 'loading'} disabled={!changed}>
          Save booking settings
        </Button>
        {changed && (
          <Button
            variant="quiet"
            onClick={() => {
              save.reset()
              setAttempt(0)
              setDraft(draftOf(stored.settings))
            }}
          >
            Undo changes
          </Button>
        )}
      </FormActions>
    </Form>
  )
}
