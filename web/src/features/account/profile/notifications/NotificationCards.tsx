import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '../../../../api/queries'
import { SavingLine } from '../../../../components/feedback/LiveRegion'
import { Switch } from '../../../../components/form/Checkbox'
import { Stack } from '../../../../components/layout/Stack'
import {
  fetchNotifications,
  notificationsKey,
  notificationsQuery,
  saveNotifications,
  type NotificationChoices,
  type Topic,
} from '../../../../notifications/api'
import { ErrorNotice } from '../../../../state/ErrorNotice'
import { useLoadedRules } from '../../../../state/use-loaded-rules'
import { QueryCard } from '../QueryCard'
import { NotifiedDevices } from './NotifiedDevices'
import { QuietHoursFields } from './QuietHoursFields'

const WORDS: readonly { topic: Topic; label: string; hint: string }[] = [
  {
    topic: 'offers',
    label: 'Places offered to you',
    hint: 'From a waiting list. Each is held for a short while.',
  },
  {
    topic: 'bookings',
    label: 'Your test moved or called off',
    hint: 'When our team or a coach changes it. Also when your parent or guardian lets you book.',
  },
  { topic: 'results', label: 'Your result is ready', hint: 'Only that it is there, not the score.' },
  { topic: 'reminders', label: 'The day before a test', hint: 'Your time and where your ticket is.' },
  { topic: 'alerts', label: 'Times you asked for', hint: 'When a time opens that you are watching.' },
]

const TEXTS = 'The day before a test, to the mobile number in your details.'
const TEXTS_NOWHERE = 'The day before a test. Add a mobile number to your details first.'
const TEXTS_NEVER = 'Your number can’t get text messages: add a mobile number.'

/** What this account is notified of, when, and on which devices (RULES 16.1, 16.3). */
export function NotificationCards() {
  const query = useQuery(notificationsQuery())
  const { choices, choose, save } = useChoices(query.data)
  const saved = <SavingLine save={save} />
  const phone = useQuery(profileQuery()).data?.phoneNumber
  const textsHint = useTextsHint(phone, query.data?.texts === true)
  const pushes = query.data === undefined || query.data.push.publicKey !== null
  const sends = pushes || query.data?.texts === true
  return (
    <>
      {pushes && (
        <QueryCard title="Your devices" query={query} height="8rem">
          {({ push }) =>
            push.publicKey !== null && <NotifiedDevices publicKey={push.publicKey} devices={push.devices} />
          }
        </QueryCard>
      )}
      <QueryCard title="What we tell you" query={query} height="20rem" aside={saved}>
        {(notifications) =>
          choices && (
            <>
              <ErrorNotice error={save.error} />
              <Stack gap={1}>
                {notifications.push.publicKey !== null &&
                  WORDS.map(({ topic, label, hint }) => (
                    <Switch
                      key={topic}
                      name={`notify-${topic}`}
                      label={label}
                      hint={hint}
                      bare
                      checked={choices.topics[topic]}
                      onChange={({ target }) => choose({ topics: { [topic]: target.checked } })}
                    />
                  ))}
                {notifications.texts && (
                  <Switch
                    name="notify-texts"
                    label="Reminders by text message"
                    hint={textsHint}
                    bare
                    checked={choices.textReminders}
                    onChange={({ target }) => choose({ textReminders: target.checked })}
                  />
                )}
              </Stack>
            </>
          )
        }
      </QueryCard>
      {sends && (
        <QueryCard title="Quiet hours" query={query} height="9rem">
          {() =>
            choices && (
              <QuietHoursFields
                hours={choices.quietHours}
                onChange={(quietHours) => choose({ quietHours })}
              />
            )
          }
        </QueryCard>
      )}
    </>
  )
}

/** Where reminders by text message go; without the rules nothing is known against a number (RULES 16.6). */
function useTextsHint(phone: string | undefined, offered: boolean): string {
  const { rules } = useLoadedRules(offered && Boolean(phone))
  if (phone === '') return TEXTS_NOWHERE
  return phone && rules && !rules.isMobile(phone) ? TEXTS_NEVER : TEXTS
}

const SAVING = ['save-notifications']

/** Choices that were changed; the other topics stay as they are. */
type Change = Partial<Omit<NotificationChoices, 'topics'>> & {
  topics?: Partial<NotificationChoices['topics']>
}

const withChange = (
  { topics, quietHours, textReminders }: NotificationChoices,
  { topics: switched, ...others }: Change,
): NotificationChoices => ({ quietHours, textReminders, ...others, topics: { ...topics, ...switched } })

/** The stored choices with what was changed since: each change is saved at once, and goes back if that fails. */
function useChoices(stored: NotificationChoices | undefined) {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<Change>({})
  const save = useMutation({
    // One after the other: the last choice counts.
    scope: { id: 'notifications' },
    mutationKey: SAVING,
    // The server replaces all choices at once, and another device may have changed the others.
    mutationFn: async (change: Change) => saveNotifications(withChange(await fetchNotifications(), change)),
    onSuccess: (answer) => queries.setQueryData(notificationsKey, answer),
    // A later choice may still wait for its turn.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: SAVING }) === 1) setWanted({})
    },
  })
  const choose = (change: Change) => {
    const all = { ...wanted, ...change, topics: { ...wanted.topics, ...change.topics } }
    setWanted(all)
    // With those before it, which may have failed.
    save.mutate(all)
  }
  return { choices: stored ? withChange(stored, wanted) : null, choose, save }
}
