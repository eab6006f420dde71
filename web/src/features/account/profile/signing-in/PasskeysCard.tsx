import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { shortDate } from '../../../../academy/civil-date'
import { londonDate, londonDateTime } from '../../../../academy/london'
import { configQuery, queryKeys } from '../../../../api/queries'
import { canUsePasskeys } from '../../../../auth/passkey-support'
import { Button } from '../../../../components/Button'
import { classNames } from '../../../../components/class-names'
import { focusAfter } from '../../../../components/focus-after'
import { Cluster } from '../../../../components/layout/Cluster'
import { Stack } from '../../../../components/layout/Stack'
import text from '../../../../components/text.module.css'
import type { Passkey } from '../../api'
import form from '../../form/form.module.css'
import { passkeysQuery } from '../queries'
import { ProfileRow } from '../ProfileRow'
import { QueryCard } from '../QueryCard'
import { AddPasskeyForm, RemovePasskeyDialog, RenamePasskeyDialog } from './PasskeyForms'

/** The most passkeys of one person (RULES 10.9). */
const MOST = 10

type Doing = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** The passkeys that sign this person in (RULES 10.9). */
export function PasskeysCard() {
  const query = useQuery(passkeysQuery())
  const queries = useQueryClient()
  const onlySso = useQuery(configQuery()).data?.authMode === 'sso'
  const [doing, setDoing] = useState<Doing | null>(null)
  const [said, setSaid] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  if (onlySso) return null
  const start = (next: Doing) => {
    setSaid('')
    setDoing(next)
  }
  /** Closes what is open; the button below the list takes the focus if what had it is gone. */
  const close = (words: string) => {
    const change = () => {
      setDoing(null)
      setSaid(words)
    }
    if (doing?.what === 'rename') change()
    else focusAfter(change, () => opener.current)
  }
  const done = (words: string) => {
    close(words)
    void queries.invalidateQueries({ queryKey: queryKeys.passkeys })
    void queries.invalidateQueries({ queryKey: queryKeys.devices })
  }
  const leave = () => setDoing(null)
  return (
    <QueryCard title="Passkeys" query={query} height="8rem">
      {({ passkeys }) => (
        <>
          <p className={classNames(text.accent, text.small)} role="status">
            {said}
          </p>
          {passkeys.length === 0 ? (
            <p>
              Sign in with your face, your fingerprint or your device’s code instead of a password. It cannot
              be guessed, and a fake site cannot steal it.
            </p>
          ) : (
            <Stack as="ul" gap={0} aria-label="Your passkeys">
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => start({ what: 'rename', passkey })}
                  onRemove={() => start({ what: 'remove', passkey })}
                />
              ))}
            </Stack>
          )}
          {doing?.what === 'add' ? (
            <AddPasskeyForm
              onAdded={({ name }) => done(`${name} signs you in from now on.`)}
              onCancel={() => close('')}
            />
          ) : (
            <Another opener={opener} passkeys={passkeys.length} onAdd={() => start({ what: 'add' })} />
          )}
          {doing?.what === 'rename' && (
            <RenamePasskeyDialog
              passkey={doing.passkey}
              onClose={leave}
              onDone={({ name }) => done(`It is called ${name} now.`)}
            />
          )}
          {doing?.what === 'remove' && (
            <RemovePasskeyDialog
              passkey={doing.passkey}
              onClose={leave}
              onDone={() => done(`${doing.passkey.name} is removed.`)}
            />
          )}
        </>
      )}
    </QueryCard>
  )
}

interface AnotherProps {
  opener: RefObject<HTMLButtonElement | null>
  passkeys: number
  onAdd: () => void
}

function Another({ opener, passkeys, onAdd }: AnotherProps) {
  if (!canUsePasskeys())
    return (
      <p className={form.aside}>
        This browser cannot make a passkey for this site. Try a newer one, or another device.
      </p>
    )
  if (passkeys >= MOST) return <p className={form.aside}>Ten is the most. Remove one to add another.</p>
  return (
    <div className={form.actions}>
      <Button ref={opener} variant="secondary" onClick={onAdd}>
        Add a passkey
      </Button>
    </div>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, backedUp, createdAt, lastUsedAt } = passkey
  return (
    <ProfileRow
      title={name}
      aside={
        <>
          {lastUsedAt === null ? 'Not used yet' : `Last used ${londonDateTime(lastUsedAt)}`}. Added{' '}
          {shortDate(londonDate(createdAt))}
          {backedUp && ', shared with your other devices'}.
        </>
      }
    >
      <Cluster gap={[1, 2]}>
        <Button variant="quiet" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </Cluster>
    </ProfileRow>
  )
}
