import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusedField } from '../../../api/error-sentence'
import { Button } from '../../../components/Button'
import { Form } from '../../../components/form/Form'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import { Card } from '../../../components/layout/Card'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import { ActionDialog } from '../../../state/ActionDialog'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { crewQuery, crewsQuery, deleteCrew, renameCrew, renewLink, type Crew, type CrewRow } from './api'
import styles from './CrewPage.module.css'
import { forgetCrew } from './forget-crew'
import { MembersSheet } from './MembersSheet'
import { checkName } from './StartCrew'

interface OwnerCardProps {
  crew: Crew
  members: readonly CrewRow[]
  onGone: (word: string) => void
}

/** What the owner of a crew may do: rename it, remove somebody, renew its link, delete it. */
export function OwnerCard({ crew, members, onGone }: OwnerCardProps) {
  const [act, setAct] = useState<'members' | 'renew' | 'delete' | null>(null)
  const close = () => setAct(null)
  return (
    <Card as="section" title="You own this crew">
      <Rename crew={crew} />
      <Cluster gap={[1, 2]} className={styles.acts}>
        {crew.members > 1 && (
          <Button variant="quiet" onClick={() => setAct('members')}>
            Remove somebody
          </Button>
        )}
        <Button variant="quiet" onClick={() => setAct('renew')}>
          Make a new link
        </Button>
        <Button variant="quiet" onClick={() => setAct('delete')}>
          Delete the crew
        </Button>
      </Cluster>
      {act === 'members' && <MembersSheet crew={crew} members={members} onClose={close} />}
      {act === 'renew' && <Renew crew={crew} onClose={close} />}
      {act === 'delete' && <Delete crew={crew} onClose={close} onGone={onGone} />}
    </Card>
  )
}

function Rename({ crew: { crewId, name } }: { crew: Crew }) {
  const queries = useQueryClient()
  const rename = useOperation(renameCrew)
  const form = useForm({
    initial: { name },
    check: checkName,
    send: async (typed) => {
      const outcome = await rename.run({ crewId, name: typed.name.trim() })
      if (!outcome.ok) return
      queries.setQueryData(crewQuery(crewId).queryKey, outcome.data)
      void queries.invalidateQueries({ queryKey: crewsQuery().queryKey, exact: true })
      form.follow({ name: outcome.data.name }, typed)
    },
    onChange: rename.reset,
    refused: refusedField(rename.error),
    nameOf: () => 'crew-new-name',
  })
  return (
    <Form {...form.props} aria-label="Rename the crew">
      {!rename.error?.field && <ErrorNotice error={rename.error} />}
      <TextField label="Name of the crew" autoComplete="off" {...form.field('name')} />
      <Cluster gap={3} align="center">
        <Button type="submit" variant="secondary" busy={form.busy}>
          Save the name
        </Button>
        <span role="status" className={text.accent}>
          {rename.status === 'succeeded' && 'Saved.'}
        </span>
      </Cluster>
    </Form>
  )
}

function Renew({ crew: { crewId }, onClose }: { crew: Crew; onClose: () => void }) {
  const queries = useQueryClient()
  const show = useAlert((state) => state.show)
  const renew = useOperation(renewLink, {
    onSuccess: (renewed) => {
      queries.setQueryData(crewQuery(crewId).queryKey, renewed)
      show({ tone: 'good', message: 'There is a new link. The old one no longer works.' })
      onClose()
    },
    // Where the answer was lost, the link on the page may no longer work.
    onError: () => void queries.invalidateQueries({ queryKey: crewQuery(crewId).queryKey }),
  })
  return (
    <ActionDialog
      role="alertdialog"
      title="Make a new link?"
      yes="Make a new link"
      no="Keep this one"
      operation={renew}
      onClose={onClose}
      onYes={() => void renew.run({ crewId })}
    >
      <p>
        The old link and its QR code stop working at once, wherever they are. Everybody who is in the crew
        stays in it.
      </p>
    </ActionDialog>
  )
}

interface DeleteProps {
  crew: Crew
  onClose: () => void
  onGone: (word: string) => void
}

function Delete({ crew: { crewId, name, members }, onClose, onGone }: DeleteProps) {
  const queries = useQueryClient()
  const remove = useOperation(deleteCrew, {
    onSuccess: () => {
      forgetCrew(queries, crewId)
      onGone(`${name} is deleted.`)
    },
  })
  return (
    <ActionDialog
      role="alertdialog"
      title={`Delete ${name}?`}
      yes="Delete it"
      no="Keep it"
      variant="danger"
      operation={remove}
      onClose={onClose}
      onYes={() => void remove.run({ crewId })}
    >
      <p>
        Its board disappears{members > 1 && ' for everybody in it'} and cannot be brought back. Nobody loses a
        result.
      </p>
    </ActionDialog>
  )
}
