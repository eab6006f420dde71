import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../components/Button'
import { Card, Facts, type Fact } from '../../../components/Card'
import { Form, FormActions } from '../../../components/Form'
import { focusAfter } from '../../../components/focus-after'
import { Notice } from '../../../components/Notice'
import { checkFields } from '../form/checks'
import { toProfileUpdate, type ProfileForm } from '../payloads'
import { useAccountForm } from '../form/use-account-form'
import { useSaveProfile } from '../use-profile'
import css from './profile.module.css'

type Field = keyof ProfileForm

interface EditableCardProps<K extends Field> {
  title: string
  /** What it shows while it is not being changed. */
  facts: readonly Fact[]
  fields: readonly K[]
  values: ProfileForm
  /** A line under the facts, such as who may read them. */
  note?: ReactNode
  /** The fields; `field(name)` gives a field its name, label, hint and error. */
  children: (field: ReturnType<typeof useAccountForm<Record<K, string>>>['field']) => ReactNode
}

/** One part of the profile: read it, change it, save it. */
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
  if (state === 'editing') {
    return (
      <Card as="section" level={3} title={title} tone="raised">
        <EditForm {...props} onSaved={() => close('saved')} onCancel={() => close('shown')} />
      </Card>
    )
  }
  return (
    <Card
      as="section"
      level={3}
      title={title}
      aside={
        <Button
          ref={edit}
          variant="quiet"
          className={css.edit}
          aria-label={`Edit: ${title}`}
          onClick={() => setState('editing')}
        >
          Edit
        </Button>
      }
    >
      {state === 'saved' && (
        <Notice tone="good" role="status">
          Saved.
        </Notice>
      )}
      <Facts facts={facts} />
      {note}
    </Card>
  )
}

interface EditFormProps<K extends Field> extends EditableCardProps<K> {
  onSaved: () => void
  onCancel: () => void
}

function EditForm<K extends Field>({ title, fields, values, children, onSaved, onCancel }: EditFormProps<K>) {
  const save = useSaveProfile()
  const { field, problems, attempt, isSubmitting, onSubmit } = useAccountForm<Record<K, string>>({
    fields: fields as readonly (K & string)[],
    defaults: Object.fromEntries(fields.map((name) => [name, values[name]])) as never,
    check: (typed) => checkFields(typed, fields),
    send: async (typed) => {
      const found = await save(toProfileUpdate(typed), fields)
      if (found.length === 0) onSaved()
      return found
    },
  })
  return (
    <Form
      problems={problems}
      attempt={attempt}
      onSubmit={onSubmit}
      aria-label={title}
      aria-busy={isSubmitting}
    >
      {children(field)}
      <FormActions>
        <Button type="submit" busy={isSubmitting}>
          Save
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </FormActions>
    </Form>
  )
}
