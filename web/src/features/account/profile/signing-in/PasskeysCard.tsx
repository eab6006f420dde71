import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
import css from '../profile.module.css'
import { passkeysQuery } from '../queries'
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
  const status = useRef<HTMLParagraphElement>(null)
  if (onlySso) return null
  const start = (next: Doing) => {
    setSaid('')
    setDoing(next)
  }
  const done = (words: string) => {
    setDoing(null)
    setSaid(words)
    void queries.invalidateQueries({ queryKey: queryKeys.passkeys })
    void queries.invalidateQueries({ queryKey: queryKeys.devices })
  }
  /** What was pressed has gone with its row or its form. */
  const gone = (words: string) =>
    focusAfter(
      () => done(words),
      () => status.current,
    )
  const leave = () => setDoing(null)
  return (
    <QueryCard title="Passkeys" query={query} height="8rem">
      {({ passkeys }) => (
        <>
          <p ref={status} tabIndex={-1} className={classNames(text.accent, text.small)} role="status">
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
              onAdded={({ name }) => gone(`${name} signs you in from now on.`)}
              onCancel={leave}
            />
          ) : (
            <Another passkeys={passkeys.length} onAdd={() => start({ what: 'add' })} />
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
              onDone={() => gone(`${doing.passkey.name} is removed.`)}
            />
          )}
        </>
      )}
    </QueryCard>
  )
}

function Another({ passkeys, onAdd }: { passkeys: number; onAdd: () => void }) {
  if (!canUsePasskeys())
    return (
      <p className={form.aside}>
        This browser cannot make a passkey for this site. Try a newer one, or another device.
      </p>
    )
  if (passkeys >= MOST) return <p className={form.aside}>Ten is the most. Remove one to add another.</p>
  return (
    <div className={form.actions}>
      <Button variant="secondary" onClick={onAdd}>
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
    <Cluster as="li" gap={[2, 4]} align="center" between className={css.row}>
      <Stack gap={1} shrink className={css.rowText}>
        <p className={text.heavy}>{name}</p>
        <p className={form.aside}>
          {lastUsedAt === null ? 'Not used yet' : `Last used ${londonDateTime(lastUsedAt)}`}. Added{' '}
          {shortDate(londonDate(createdAt))}
          {backedUp && ', shared with your other devices'}.
        </p>
      </Stack>
      <Cluster gap={[1, 2]}>
        <Button variant="quiet" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </Cluster>
    </Cluster>
  )
}
