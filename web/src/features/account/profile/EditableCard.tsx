import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../components/Button'
import { Card, Facts, type Fact } from '../../../components/layout/Card'
import { Form, FormButtons } from '../../../components/form/Form'
import { focusAfter } from '../../../components/focus-after'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Notice } from '../../../components/feedback/Notice'
import { checkEmptied, checkFields } from '../form/checks'
import { toForm, toProfileUpdate, type ProfileForm } from '../payloads'
import { useAccountForm } from '../form/use-account-form'
import { useOperation } from '../../../state/use-operation'
import { saveProfile } from '../../../api/calls'
import { unanswered } from '../../../api/client/failure'
import { profileQuery, queryKeys } from '../../../api/queries'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import css from './profile.module.css'

type Field = keyof ProfileForm

interface EditableCardProps<K extends Field> {
  title: string
  /** Shown while it is not being edited. */
  facts: readonly Fact[]
  fields: readonly K[]
  values: ProfileForm
  /** A line under the facts, such as who may read them. */
  note?: ReactNode
  /** The fields; `field(name)` gives a field its name, label, hint and error. */
  children: (field: ReturnType<typeof useAccountForm<Record<K, string>>>['field']) => ReactNode
}

export function EditableCard<K extends Field>(props: EditableCardProps<K>) {
  const { title, facts, note } = props
  const [state, setState] = useState<'shown' | 'editing' | 'saved'>('shown')
  const edit = useRef<HTMLButtonElement>(null)
  const close = (next: 'shown' | 'saved') => {
    focusAfter(
      () => setState(next),
      () => edit.current,
    )
  }
  const editing = state === 'editing'
  return (
    <Card
      as="section"
      level={3}
      title={title}
      tone={editing ? 'raised' : 'surface'}
      aside={
        !editing && (
          <Button
            ref={edit}
            variant="quiet"
            className={css.edit}
            aria-label={`Edit: ${title}`}
            onClick={() => setState('editing')}
          >
            Edit
          </Button>
        )
      }
    >
      <LiveRegion>{state === 'saved' && <Notice tone="good">Saved.</Notice>}</LiveRegion>
      {editing ? (
        <EditForm {...props} onSaved={() => close('saved')} onCancel={() => close('shown')} />
      ) : (
        <>
          <Facts facts={facts} />
          {note}
        </>
      )}
    </Card>
  )
}

interface EditFormProps<K extends Field> extends EditableCardProps<K> {
  onSaved: () => void
  onCancel: () => void
}

function EditForm<K extends Field>({ title, fields, values, children, onSaved, onCancel }: EditFormProps<K>) {
  const queries = useQueryClient()
  const { run } = useOperation(saveProfile)
  const [start] = useState<Record<K, string>>(
    () => Object.fromEntries(fields.map((name) => [name, values[name]])) as never,
  )
  // What was sent without an answer may be stored: a field that has been changed back since is sent too.
  const [tried, setTried] = useState<readonly K[]>([])
  const form = useAccountForm<Record<K, string>>({
    initial: start,
    check: async (typed) => [...checkEmptied(typed, start), ...(await checkFields(typed, fields))],
    send: async (typed) => {
      // The rest stays as it is stored: another device may have changed it.
      const changed = fields.filter((name) => typed[name] !== start[name] || tried.includes(name))
      if (changed.length === 0) {
        onCancel()
        return
      }
      const edited = Object.fromEntries(changed.map((name) => [name, typed[name]]))
      const saved = await run(toProfileUpdate(await withBothHandles(edited, queries)))
      if (!saved.ok) {
        if (unanswered(saved.error)) setTried(changed)
        return saved.error
      }
      // The name and the handle are on every card.
      await Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.profile }),
        queries.invalidateQueries({ queryKey: queryKeys.cards }),
      ])
      onSaved()
    },
  })
  return (
    <Form {...form.props} aria-label={title}>
      {children(form.field)}
      <FormButtons busy={form.busy} submit="Save" onLeave={onCancel} />
    </Form>
  )
}

/** The server replaces both handles at once, so one that was changed is sent with the other as it is stored now. */
async function withBothHandles(edited: Partial<ProfileForm>, queries: QueryClient) {
  if ((edited.instagram === undefined) === (edited.tiktok === undefined)) return edited
  const { instagram, tiktok } = toForm(await queries.fetchQuery({ ...profileQuery(), staleTime: 0 }))
  return { instagram, tiktok, ...edited }
}
