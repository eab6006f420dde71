import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../state/ActionDialog'
import { useRef, useState } from 'react'
import { londonDateTime } from '../../academy/london'
import { Button } from '../../components/Button'
import { focusAfter } from '../../components/focus-after'
import { Cluster } from '../../components/layout/Cluster'
import { QrCode } from '../../components/graphics/QrCode'
import { Stack } from '../../components/layout/Stack'
import { EmptyState } from '../../components/feedback/States'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/use-form'
import text from '../../components/text.module.css'
import { useCopy } from '../../components/use-copy'
import { Loaded } from '../../state/Loaded'
import { useOperation } from '../../state/use-operation'
import css from './Kiosks.module.css'
import { addKiosk, kiosksQuery, removeKiosk, type Kiosk, type NewKiosk } from './api'

/** The screens at the door: each is set up with a link that is shown once, and can be removed. */
export function Kiosks() {
  const query = useQuery(kiosksQuery())
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Kiosk | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Stack as="section" gap={4} aria-labelledby="kiosks">
      <Cluster gap={[3, 5]} align="center" between>
        <h2 id="kiosks" ref={heading} tabIndex={-1} className={text.h3}>
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
      {leaving && (
        <RemoveDialog
          kiosk={leaving}
          onClose={() => setLeaving(null)}
          onRemoved={() =>
            focusAfter(
              () => setLeaving(null),
              () => heading.current,
            )
          }
        />
      )}
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
        <Stack as="li" gap={[0, 4]} align="center" key={kiosk.kioskId} className={css.row}>
          <span className={text.name}>{kiosk.name}</span>
          <span className={css.seen}>
            {kiosk.seenAt ? `Last seen ${londonDateTime(kiosk.seenAt)}` : 'Never opened'}
          </span>
          <Button variant="quiet" aria-label={`Remove ${kiosk.name}`} onClick={() => onRemove(kiosk)}>
            Remove
          </Button>
        </Stack>
      ))}
    </ul>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const add = useOperation(async (name: string) => {
    const made = await addKiosk(name)
    await queries.invalidateQueries({ queryKey: kiosksQuery().queryKey })
    return made
  })
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name.trim() === '' ? [{ field: 'name', message: 'Give the screen a name.' }] : []),
    send: async ({ name }) => {
      await add.run(name.trim())
    },
    onChange: add.reset,
    nameOf: () => 'kiosk-name',
  })
  if (add.data) return <LinkDialog made={add.data} name={form.values.name.trim()} onClose={onClose} />
  return (
    <ActionDialog
      title="Set up a screen"
      onClose={onClose}
      yes="Set it up"
      no="Not now"
      operation={add}
      onYes={() => void form.submit()}
    >
      <TextField
        label="Name"
        hint="What you call it here, for example Front door."
        {...form.field('name')}
        autoComplete="off"
        maxLength={60}
      />
    </ActionDialog>
  )
}

function LinkDialog({ made, name, onClose }: { made: NewKiosk; name: string; onClose: () => void }) {
  const { said, copy } = useCopy(made.url)
  return (
    <ActionDialog
      title={`${name} is ready`}
      onClose={onClose}
      yes="Copy the link"
      no="Done"
      onYes={() => void copy()}
    >
      <p>
        Scan this with the screen’s own camera, or open the link there, with nobody signed in. Anyone who has
        it can check people in. We do not show it again.
      </p>
      <Stack gap={4} className={css.link}>
        <div className={css.code}>
          <QrCode text={made.url} label="QR code of the screen’s link" />
        </div>
        <p className={css.url}>{made.url}</p>
      </Stack>
      <p role="status">{said}</p>
    </ActionDialog>
  )
}

interface RemoveDialogProps {
  kiosk: Kiosk
  onClose: () => void
  onRemoved: () => void
}

function RemoveDialog({ kiosk, onClose, onRemoved }: RemoveDialogProps) {
  const queries = useQueryClient()
  const remove = useOperation(async (_, key) => {
    await removeKiosk({ kioskId: kiosk.kioskId }, key)
    await queries.invalidateQueries({ queryKey: kiosksQuery().queryKey })
    onRemoved()
  })
  return (
    <ActionDialog
      role="alertdialog"
      title={`Remove ${kiosk.name}?`}
      onClose={onClose}
      yes="Remove it"
      no="Keep it"
      variant="danger"
      operation={remove}
      onYes={() => void remove.run()}
    >
      <p>Its link stops working at once. Nobody can check in on it any more.</p>
    </ActionDialog>
  )
}
