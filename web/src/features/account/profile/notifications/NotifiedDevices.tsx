import { useQueryClient } from '@tanstack/react-query'
import { londonDateTime } from '../../../../academy/london'
import { Button } from '../../../../components/Button'
import { Notice } from '../../../../components/feedback/Notice'
import { Cluster } from '../../../../components/layout/Cluster'
import { Stack } from '../../../../components/layout/Stack'
import text from '../../../../components/text.module.css'
import { notificationsKey, removeDevice, type NotifiedDevice } from '../../../../notifications/api'
import { obstacle, useOwnDevice } from '../../../../notifications/use-own-device'
import { ErrorNotice } from '../../../../state/ErrorNotice'
import { useOperation } from '../../../../state/use-operation'
import form from '../../form/form.module.css'
import css from '../profile.module.css'

interface NotifiedDevicesProps {
  publicKey: string
  devices: readonly NotifiedDevice[]
}

/** The browsers that are notified, this one first, and a switch for this one. */
export function NotifiedDevices({ publicKey, devices }: NotifiedDevicesProps) {
  const own = useOwnDevice(publicKey, devices)
  const queries = useQueryClient()
  const remove = useOperation(removeDevice, {
    onSettled: () => queries.invalidateQueries({ queryKey: notificationsKey }),
  })
  const why = obstacle(own.support)
  const isOwn = ({ id }: NotifiedDevice) => id === own.id
  const sorted = [...devices.filter(isOwn), ...devices.filter((device) => !isOwn(device))]
  return (
    <>
      {sorted.length === 0 ? (
        <p className={form.aside}>None yet. Everything comes by e-mail.</p>
      ) : (
        <Stack as="ul" gap={0}>
          {sorted.map((device) => (
            <Cluster as="li" key={device.id} gap={[2, 4]} align="center" between className={css.row}>
              <Stack gap={1} shrink className={css.rowText}>
                <Cluster as="p" gap={[1, 3]} align="baseline" className={text.heavy}>
                  {device.name} {isOwn(device) && <span className={css.tag}>This device</span>}
                </Cluster>
                <p className={form.aside}>{since(device)}</p>
              </Stack>
              <Button
                variant="quiet"
                aria-label={`Remove: ${device.name}, ${londonDateTime(Date.parse(device.addedAt))}`}
                busy={isOwn(device) ? own.busy : remove.status === 'loading'}
                onClick={() => void (isOwn(device) ? own.turnOff() : remove.run(device.id))}
              >
                Remove
              </Button>
            </Cluster>
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
            <Button variant="secondary" busy={own.busy} onClick={() => void own.turnOn()}>
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
