import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { londonDateTime } from '../../../../academy/london'
import { Button } from '../../../../components/Button'
import { classNames } from '../../../../components/class-names'
import { Notice } from '../../../../components/feedback/Notice'
import { Stack } from '../../../../components/layout/Stack'
import text from '../../../../components/text.module.css'
import { useFocusKept } from '../../../../components/use-focus-kept'
import { notificationsKey, removeDevice, type NotifiedDevice } from '../../../../notifications/api'
import { obstacle, useOwnDevice } from '../../../../notifications/use-own-device'
import { ErrorNotice } from '../../../../state/ErrorNotice'
import { useOperation } from '../../../../state/use-operation'
import form from '../../form/form.module.css'
import { ProfileRow } from '../ProfileRow'

interface NotifiedDevicesProps {
  publicKey: string
  devices: readonly NotifiedDevice[]
}

/** The browsers that are notified, this one first, and a switch for this one. */
export function NotifiedDevices({ publicKey, devices }: NotifiedDevicesProps) {
  const own = useOwnDevice(publicKey, devices)
  const queries = useQueryClient()
  const [said, setSaid] = useState('')
  // The pressed button is gone with its row, or once this device is notified.
  const status = useFocusKept<HTMLParagraphElement>()
  const remove = useOperation(removeDevice, {
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey }),
  })
  const why = obstacle(own.support)
  const isOwn = ({ id }: NotifiedDevice) => id === own.id
  const sorted = [...devices.filter(isOwn), ...devices.filter((device) => !isOwn(device))]
  const say = async (words: string, done: Promise<boolean>) => {
    setSaid('')
    if (await done) setSaid(words)
  }
  const turnOff = (device: NotifiedDevice) =>
    say(
      'That device no longer gets notifications.',
      isOwn(device) ? own.turnOff() : remove.run(device.id).then(({ ok }) => ok),
    )
  return (
    <>
      <p ref={status} tabIndex={-1} className={classNames(text.accent, text.small)} role="status">
        {said}
      </p>
      {sorted.length === 0 ? (
        <p className={form.aside}>None yet. Everything comes by e-mail.</p>
      ) : (
        <Stack as="ul" gap={0}>
          {sorted.map((device) => (
            <ProfileRow
              key={device.id}
              title={device.name}
              tag={isOwn(device) && 'This device'}
              aside={since(device)}
            >
              <Button
                variant="quiet"
                aria-label={`Remove: ${device.name}, ${londonDateTime(Date.parse(device.addedAt))}`}
                busy={isOwn(device) ? own.busy : remove.status === 'loading'}
                onClick={() => void turnOff(device)}
              >
                Remove
              </Button>
            </ProfileRow>
          ))}
        </Stack>
      )}
      <ErrorNotice error={remove.error} />
      {own.problem && (
        <Notice tone="problem" role="alert">
          {own.problem}
        </Notice>
      )}
      {!own.isOn &&
        (why ? (
          <Notice>{why}</Notice>
        ) : (
          <div className={form.actions}>
            <Button
              variant="secondary"
              busy={own.busy}
              onClick={() => void say('You’ll hear from us here.', own.turnOn())}
            >
              Notify me on this device
            </Button>
          </div>
        ))}
    </>
  )
}

function since({ addedAt, lastSentAt }: NotifiedDevice): string {
  const added = `Since ${londonDateTime(Date.parse(addedAt))}`
  return lastSentAt === null ? added : `${added}. Last notified ${londonDateTime(Date.parse(lastSentAt))}`
}
