import { queryOptions } from '@tanstack/react-query'
import { api, newKey } from '../api/client/client'
import type { Answer, Request } from '../api/contract'
import { queryKeys } from '../api/queries'

export type NotifiedDevice = Answer<'NotifiedDevice'>
export type Notifications = Answer<'Notifications'>
export type QuietHours = NonNullable<Notifications['quietHours']>
export type Topic = keyof Notifications['topics']

export type NotificationChoices = Pick<Notifications, 'topics' | 'quietHours' | 'textReminders'>

export const notificationsKey = [...queryKeys.mine, 'notifications'] as const

/** Enable it only with a session. */
export const notificationsQuery = () =>
  queryOptions({ queryKey: notificationsKey, queryFn: ({ signal }) => fetchNotifications(signal) })

export const fetchNotifications = (signal?: AbortSignal) =>
  api.get('user/notifications', signal ? { signal } : {})

export const saveNotifications = (choices: NotificationChoices) =>
  api.put('user/notifications', choices, { idempotencyKey: newKey() })

export const addDevice = (device: Request<'DeviceBody'>) =>
  api.post('user/notifications/devices', device, { idempotencyKey: newKey() })

export const removeDevice = (id: string) =>
  api.delete('user/notifications/devices/{id}', undefined, { path: { id }, idempotencyKey: newKey() })
