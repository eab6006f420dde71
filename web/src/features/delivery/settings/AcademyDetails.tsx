import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { configQuery, queryKeys } from '../../../api/queries'
import type { EventPlace } from '../../../api/types'
import { TextField } from '../../../components/form/TextField'
import { useAlert } from '../../../state/alert-store'
import { Loaded } from '../../../state/Loaded'
import { useOperation } from '../../../state/use-operation'
import styles from './ProgrammeSettings.module.css'
import { Grid } from '../../../components/layout/Grid'
import { SettingsForm } from './SettingsForm'
import { saveEvent, type EventDetails } from './api'

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

/** What the academy is called, where it is and how it is reached. */
export function AcademyDetails() {
  const config = useQuery(configQuery())
  return (
    <Loaded result={config} label="Loading the academy’s details" height="28rem">
      {({ event }) => <Fields stored={detailsOf(event)} />}
    </Loaded>
  )
}

const detailsOf = (event: EventPlace): EventDetails => ({
  eventName: event.eventName,
  eventLocationName: event.eventLocationName,
  eventLocationAddress: event.eventLocationAddress,
  eventLocationPostCode: event.eventLocationPostCode,
  eventLocationContactNumber: event.eventLocationContactNumber,
  eventLocationContactEmail: event.eventLocationContactEmail,
  mapUrl: event.mapUrl ?? '',
})

function Fields({ stored }: { stored: EventDetails }) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const [draft, setDraft] = useState(stored)
  const [attempted, setAttempted] = useState(false)
  const save = useOperation(saveEvent)
  const changed = FIELDS.some(({ key: field }) => draft[field] !== stored[field])
  const send = async () => {
    setAttempted(true)
    if (FIELDS.some(({ key: field, optional }) => !optional && draft[field].trim() === '')) return
    const outcome = await save.run(draft)
    if (!outcome.ok) return
    setAttempted(false)
    show({ tone: 'good', message: 'Saved. Tickets and e-mails show it from now on.' })
    void client.invalidateQueries({ queryKey: queryKeys.config })
    void client.invalidateQueries({ queryKey: queryKeys.mine })
  }
  const refused = save.error?.field
  return (
    <SettingsForm
      save={save}
      changed={changed}
      errorAtField={FIELDS.some(({ key: field }) => field === refused)}
      submitLabel="Save the details"
      onSubmit={() => void send()}
      onUndo={() => {
        setDraft(stored)
        setAttempted(false)
      }}
    >
      <Grid gap={4} least={22} align="end" className={styles.details}>
        {FIELDS.map(({ key: field, label, hint, optional, type }) => (
          <TextField
            key={field}
            label={label}
            hint={hint}
            optional={optional}
            type={type}
            name={field}
            autoComplete="off"
            maxLength={field === 'mapUrl' ? 500 : 120}
            value={draft[field]}
            error={
              refused === field && save.error
                ? save.error.errorMessage
                : attempted && !optional && draft[field].trim() === ''
                  ? 'Fill this in: it goes on tickets and e-mails.'
                  : undefined
            }
            onChange={(event) => {
              const { value } = event.currentTarget
              setDraft((before) => ({ ...before, [field]: value }))
              save.reset()
            }}
          />
        ))}
      </Grid>
    </SettingsForm>
  )
}
