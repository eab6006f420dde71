import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { detailsOf } from '../../../api/refusal'
import { refreshSchedule } from '../../../api/schedule-key'
import { Notice } from '../../../components/feedback/Notice'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { Loaded } from '../../../state/Loaded'
import { Grid } from '../../../components/layout/Grid'
import {
  bothChanged,
  changesOver,
  differences,
  draftOf,
  NUMBERS,
  problemsOf,
  readBefore,
  settingsOf,
  type Draft,
} from './rules'
import { SettingsForm } from './SettingsForm'
import { useNewVersion } from './use-new-version'
import { useSave } from './use-save'
import { saveSettings, settingsQuery, type BookingSettings, type StoredSettings } from './api'

/** Places, notice and window; the weekly times are the schedule's. */
export function BookingRules() {
  const result = useQuery(settingsQuery())
  return (
    <Loaded result={result} label="Loading the booking settings" height="28rem">
      {(stored) => <Fields stored={stored} />}
    </Loaded>
  )
}

function Fields({ stored }: { stored: StoredSettings }) {
  const queries = useQueryClient()
  const save = useSave(saveSettings, settingsQuery().queryKey)
  /** What counts as read: the server asks about what somebody else has changed since its revision. */
  const [opened, setOpened] = useState(stored)
  const sent = useRef<BookingSettings>(null)
  const refused = save.error?.field?.replace('settings.', '')
  const keep = (next: StoredSettings) => queries.setQueryData(settingsQuery().queryKey, next)
  /** `typed` is what the form shows as it is sent: what is typed after that stays. */
  const send = async (wanted: StoredSettings, typed: Draft) => {
    sent.current = wanted.settings
    const outcome = await save.run(wanted)
    if (!outcome.ok) return
    // A repeated save gets the answer of the first one, and somebody else may have saved since.
    const next = outcome.data.rev < stored.rev ? stored : outcome.data
    setOpened(next)
    form.follow(draftOf(next.settings), typed)
    keep(next)
    void refreshSchedule(queries)
  }
  const form = useForm({
    initial: draftOf(stored.settings),
    check: problemsOf,
    send: async (draft) => {
      const settings = settingsOf(draft, stored.settings)
      const both = bothChanged(settings, { read: opened.settings, stored: stored.settings })
      await send({ settings, rev: both ? opened.rev : stored.rev }, draft)
    },
    onChange: () => {
      // A change after a refusal makes it a new request.
      if (save.status !== 'loading') save.reset()
    },
    refused: refused && save.error ? { field: refused, message: save.error.errorMessage } : null,
  })
  useNewVersion(stored.rev, () => {
    const versions = { read: opened.settings, stored: stored.settings, sent: sent.current }
    const read = readBefore(settingsOf(form.values, stored.settings), versions)
    setOpened({ settings: read, rev: opened.rev })
    form.follow(draftOf(stored.settings), draftOf(opened.settings))
  })
  const mine = problemsOf(form.values).length === 0 ? settingsOf(form.values, stored.settings) : null
  const changed = !mine || differences(stored.settings, mine).length > 0
  const theirs = detailsOf(save.error, 'SETTINGS_CHANGED')?.current
  const both = theirs && mine && changesOver(theirs.settings, { read: opened.settings, mine })
  return (
    <SettingsForm
      save={save}
      changed={changed}
      conflict={
        theirs &&
        both && {
          differences: differences(theirs.settings, both),
          onTheirs: () => {
            save.reset()
            setOpened(theirs)
            form.reset(draftOf(theirs.settings))
            keep(theirs)
          },
          onMine: () => void send({ settings: both, rev: theirs.rev }, form.values),
        }
      }
      errorAtField={refused !== undefined && refused in form.values}
      notice={
        form.problems.length > 0 && (
          <Notice tone="problem" role="alert">
            Some settings are not valid. They are marked above.
          </Notice>
        )
      }
      saved={save.status === 'succeeded' && 'Saved. Booking pages show these settings.'}
      submitLabel="Save booking settings"
      onSubmit={() => void form.submit()}
      onUndo={() => {
        setOpened(stored)
        form.reset()
      }}
    >
      <Grid gap={4} least={16} align="start">
        {NUMBERS.map(({ key, label, hint }) => (
          <TextField
            key={key}
            label={label}
            hint={hint}
            {...form.field(key)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={5}
          />
        ))}
        <TextField
          label="No booking before"
          hint="From today if empty."
          {...form.field('startDate')}
          type="date"
          optional
        />
      </Grid>
      <p className={text.intro}>
        The times that people can book are in the schedule:{' '}
        <a href={paths.deliveryAdmin({ section: 'schedule', show: 'lists' })}>weekly times</a>, closed days
        and sessions.
      </p>
    </SettingsForm>
  )
}
