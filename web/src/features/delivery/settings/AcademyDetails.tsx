import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refusedField } from '../../../api/error-sentence'
import { configQuery, queryKeys } from '../../../api/queries'
import { detailsOf } from '../../../api/refusal'
import type { EventPlace } from '../../../api/types'
import { Notice } from '../../../components/feedback/Notice'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { useAlert } from '../../../state/alert-store'
import { Loaded } from '../../../state/Loaded'
import { useOperation } from '../../../state/use-operation'
import styles from './ProgrammeSettings.module.css'
import { Grid } from '../../../components/layout/Grid'
import type { Difference } from './rules'
import { SettingsForm } from './SettingsForm'
import { useNewVersion } from './use-new-version'
import { saveEvent, type EventDetails, type EventEdit } from './api'

const FIELDS: readonly {
  key: keyof EventDetails
  label: string
  hint?: string
  optional?: boolean
  type?: string
}[] = [
  { key: 'eventName', label: 'What people book', hint: 'Shown on tickets and in calendars.' },
  { key: 'eventLocationName', label: 'Name of the academy' },
  { key: 'eventLocationAddress', label: 'Street and town' },
  { key: 'eventLocationPostCode', label: 'Postcode' },
  { key: 'eventLocationContactEmail', label: 'E-mail', type: 'email' },
  { key: 'eventLocationContactNumber', label: 'Phone', type: 'tel', optional: true },
  { key: 'mapUrl', label: 'Link to a map', hint: 'Starts with https://', type: 'url', optional: true },
]

export function AcademyDetails() {
  const config = useQuery(configQuery())
  return (
    <Loaded result={config} label="Loading the academy’s details" height="28rem">
      {({ event }) => <Fields stored={fieldsOf(event)} />}
    </Loaded>
  )
}

/** Both answers: the one that is read, and the one to a save, which leaves out what is empty. */
const fieldsOf = (event: EventPlace | Awaited<ReturnType<typeof saveEvent>>): EventDetails => ({
  eventName: event.eventName,
  eventLocationName: event.eventLocationName,
  eventLocationAddress: event.eventLocationAddress,
  eventLocationPostCode: event.eventLocationPostCode,
  eventLocationContactNumber: event.eventLocationContactNumber ?? '',
  eventLocationContactEmail: event.eventLocationContactEmail,
  mapUrl: event.mapUrl ?? '',
})

/** What was typed here since `read`, over what is stored now. */
const typedOver = (
  typed: EventDetails,
  { read, stored }: { read: EventDetails; stored: EventDetails },
): EventDetails => ({
  ...stored,
  ...Object.fromEntries(
    FIELDS.filter(({ key }) => typed[key] !== read[key]).map(({ key }) => [key, typed[key]]),
  ),
})

/**
 * What counts as read when another version is stored: of a detail that was changed here it stays what was read before, so that the
 * server asks about somebody else's change of the same one. What is stored now may come from here, though the answer was lost.
 */
const readBefore = (
  typed: EventDetails,
  { read, stored, sent }: { read: EventDetails; stored: EventDetails; sent: EventDetails | null },
): EventDetails => {
  const isOwn = (key: keyof EventDetails) => [typed[key], sent?.[key].trim()].includes(stored[key])
  const kept = FIELDS.filter(({ key }) => typed[key] !== read[key] && !isOwn(key))
  return { ...stored, ...Object.fromEntries(kept.map(({ key }) => [key, read[key]])) }
}

const differences = (theirs: EventDetails, mine: EventDetails): Difference[] =>
  FIELDS.filter(({ key }) => theirs[key] !== mine[key]).map(({ key, label }) => ({
    label,
    theirs: theirs[key] || 'none',
    mine: mine[key] || 'none',
  }))

function Fields({ stored }: { stored: EventDetails }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const save = useOperation(saveEvent)
  /** What the details were when they were read, by which the server knows what somebody else has changed. */
  const [opened, setOpened] = useState(stored)
  const sent = useRef<EventDetails>(null)
  /** `typed` is what the form shows as it is sent: what is typed after that stays. */
  const store = async (edit: EventEdit, typed: EventDetails) => {
    sent.current = typed
    const outcome = await save.run(edit)
    if (outcome.ok) {
      setOpened(fieldsOf(outcome.data))
      form.follow(fieldsOf(outcome.data), typed)
      const { eventId: _, ...saved } = outcome.data
      client.setQueryData(
        configQuery().queryKey,
        (config) => config && { ...config, event: { ...config.event, ...saved } },
      )
    }
    // Also after a refusal or a lost answer: other details may be stored by now.
    void client.invalidateQueries({ queryKey: queryKeys.config })
    if (!outcome.ok) return
    show({ tone: 'good', message: 'Saved. Tickets and e-mails show it from now on.' })
    void client.invalidateQueries({ queryKey: queryKeys.mine })
  }
  const refused = save.error?.field
  const form = useForm({
    initial: stored,
    check: (draft) =>
      FIELDS.filter(({ key, optional }) => !optional && draft[key].trim() === '').map(({ key }) => ({
        field: key,
        message: 'Fill this in: it goes on tickets and e-mails.',
      })),
    send: (draft) => {
      void store({ ...draft, opened }, draft)
    },
    onChange: () => {
      // A change after a refusal makes it a new request.
      if (save.status !== 'loading') save.reset()
    },
    refused: refusedField(save.error),
  })
  useNewVersion(JSON.stringify(stored), () => {
    setOpened(readBefore(form.values, { read: opened, stored, sent: sent.current }))
    form.follow(stored, opened)
  })
  const theirs = detailsOf(save.error, 'EVENT_CHANGED')?.current
  const both = theirs && typedOver(form.values, { read: opened, stored: fieldsOf(theirs) })
  return (
    <SettingsForm
      save={save}
      changed={differences(stored, form.values).length > 0}
      conflict={
        theirs &&
        both && {
          differences: differences(theirs, both),
          onTheirs: () => {
            save.reset()
            setOpened(fieldsOf(theirs))
            form.reset(fieldsOf(theirs))
            client.setQueryData(configQuery().queryKey, (config) => config && { ...config, event: theirs })
          },
          onMine: () => void store({ ...both, opened: fieldsOf(theirs) }, form.values),
        }
      }
      errorAtField={FIELDS.some(({ key }) => key === refused)}
      notice={
        form.problems.length > 0 && (
          <Notice tone="problem" role="alert">
            Some details are missing. They are marked above.
          </Notice>
        )
      }
      submitLabel="Save the details"
      onSubmit={() => void form.submit()}
      onUndo={() => {
        setOpened(stored)
        form.reset()
      }}
    >
      <Grid gap={4} least={22} align="end" className={styles.details}>
        {FIELDS.map(({ key, label, hint, optional, type }) => (
          <TextField
            key={key}
            label={label}
            hint={hint}
            optional={optional}
            type={type}
            {...form.field(key)}
            autoComplete="off"
            maxLength={key === 'mapUrl' ? 500 : 120}
          />
        ))}
      </Grid>
    </SettingsForm>
  )
}
