import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { shortDay } from '../../academy/civil-date'
import { londonDateTime } from '../../academy/london'
import { errorSentence } from '../../api/errors'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/Cluster'
import { Dialog } from '../../components/Dialog'
import { Notice } from '../../components/Notice'
import { QrCode } from '../../components/QrCode'
import { Stack } from '../../components/Stack'
import { EmptyState } from '../../components/States'
import { TextField } from '../../components/TextField'
import text from '../../components/text.module.css'
import { Loaded } from '../../state/Loaded'
import { useOperation } from '../../state/use-operation'
import css from './Kiosks.module.css'
import { addKiosk, kiosksQuery, removeKiosk, type Kiosk, type NewKiosk } from './api'

/** The screens at the door: set up with a link that is shown once, taken out of use at a press. */
export function Kiosks() {
  const query = useQuery(kiosksQuery())
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Kiosk | null>(null)
  return (
    <Stack as="section" gap={4} aria-labelledby="kiosks">
      <Cluster gap={[3, 5]} align="center" between>
        <h2 id="kiosks" className={text.h3}>
          Check-in screens
        </h2>
        <Button variant="secondary" onClick={() => setAdding(true)}>
          Set up a screen
        </Button>
      </Cluster>
      <Loaded result={query} label="Loading the screens" height="6rem">
        {({ kiosks }) => <List kiosks={kiosks} onRemove={setLeaving} />}
      </Loaded>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {leaving && <RemoveDialog kiosk={leaving} onClose={() => setLeaving(null)} />}
    </Stack>
  )
}

function List({ kiosks, onRemove }: { kiosks: readonly Kiosk[]; onRemove: (kiosk: Kiosk) => void }) {
  if (kiosks.length === 0)
    return (
      <EmptyState title="No screen at the door yet">
        Set one up and open its link on a tablet where nobody is signed in: athletes check in by the QR code
        of their ticket.
      </EmptyState>
    )
  return (
    <ul className={css.list}>
      {kiosks.map((kiosk) => (
        <li key={kiosk.kioskId} className={css.row}>
          <span className={text.name}>{kiosk.name}</span>
          <span className={css.seen}>
            {kiosk.seenAt ? `Last seen ${londonDateTime(kiosk.seenAt, shortDay)}` : 'Never opened'}
          </span>
          <Button variant="quiet" aria-label={`Remove ${kiosk.name}`} onClick={() => onRemove(kiosk)}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const add = useOperation(async (name: string, key) => {
    const made = await addKiosk(name, key)
    await queries.invalidateQueries({ queryKey: kiosksQuery().queryKey })
    return made
  })
  if (add.data) return <LinkDialog made={add.data} name={name.trim()} onClose={onClose} />
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (name.trim() !== '') void add.run(name.trim())
  }
  return (
    <Dialog
      open
      title="Set up a screen"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form="add-kiosk" busy={add.status === 'loading'}>
            Set it up
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
        </>
      }
    >
      <form id="add-kiosk" className={css.form} onSubmit={submit}>
        <TextField
          label="Name"
          hint="What you call it here: Front door."
          name="kiosk-name"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
      {add.error !== null && (
        <Notice tone="problem" role="alert">
          {errorSentence(add.error)}
        </Notice>
      )}
    </Dialog>
  )
}

function LinkDialog({ made, name, onClose }: { made: NewKiosk; name: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(made.url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Dialog
      open
      title={`${name} is ready`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void copy()}>Copy the link</Button>
          <Button variant="quiet" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p>
        Scan this with the screen’s own camera, or open the link there, with nobody signed in. Whoever has it
        can check people in. We do not show it again.
      </p>
      <div className={css.link}>
        <div className={css.code}>
          <QrCode text={made.url} label="QR code of the screen’s link" />
        </div>
        <p className={css.url}>{made.url}</p>
      </div>
      <p role="status">
        {copied === true
          ? 'Copied.'
          : copied === false
            ? 'Your browser does not allow that. Copy it by hand.'
            : ''}
      </p>
    </Dialog>
  )
}

function RemoveDialog({ kiosk, onClose }: { kiosk: Kiosk; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useOperation(async (_, key) => {
    await removeKiosk(kiosk.kioskId, key)
    await queries.invalidateQueries({ queryKey: kiosksQuery().queryKey })
    onClose()
  })
  return (
    <Dialog
      open
      role="alertdialog"
      title={`Remove ${kiosk.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" busy={remove.status === 'loading'} onClick={() => void remove.run()}>
            Remove it
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <p>Its link stops working at once. Nobody can check in on it any more.</p>
      {remove.error !== null && (
        <Notice tone="problem" role="alert">
          {errorSentence(remove.error)}
        </Notice>
      )}
    </Dialog>
  )
}
