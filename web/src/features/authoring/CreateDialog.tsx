import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { errorSentence } from '../../api/errors'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { Form, FormActions } from '../../components/form/Form'
import type { FormProblem } from '../../components/form/FormSummary'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { createItem, authoringKeys, type ContentType, type Elements, type NewItem } from './api'
import { useAuthoring } from './authoring-context'
import { freshElements } from './elements'
import { isAllowed } from './allowed'
import { itemAddress } from './place'
import { problemsOf } from './refusals'

const KIND_ORDER = ['page', 'component', 'fragment', 'settings']

/** A new item's initial content. */
export function newItem(type: ContentType, name: string, path: string): NewItem {
  const elements: Elements = freshElements(type.elements)
  if (type.kind === 'page') {
    elements.path = { elementType: 'text', value: path }
    if (type.elements.some((spec) => spec.key === 'title'))
      elements.title = { elementType: 'text', value: name }
  }
  return { name, typeId: type.typeId, tags: [type.kind], elements }
}

/** A page's path from its name: "Winter news" is `/winter-news`. */
export const pathOf = (name: string): string =>
  `/${name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`

interface CreateDialogProps {
  /** The allowed types: ids, or `kind:component`. All if absent. */
  allow?: readonly string[]
  /** Called with the new draft; without it, its editor is opened. */
  onCreated?: (id: string) => void
  onClose: () => void
}

/** A new page or component: its type and its name. The rest is done in the editor. */
export function CreateDialog({ allow, onCreated, onClose }: CreateDialogProps) {
  const { library, types } = useAuthoring()
  const client = useQueryClient()
  const navigate = useNavigate()
  const offered = types.filter((one) => !allow || isAllowed(one, allow))
  const [typeId, setTypeId] = useState(
    allow ? (offered.length === 1 ? offered[0]?.typeId : '') : 'flexi-page',
  )
  const [name, setName] = useState('')
  const [path, setPath] = useState<string | null>(null)
  const [problems, setProblems] = useState<FormProblem[]>([])
  const [attempt, setAttempt] = useState(0)
  const type = types.find((found) => found.typeId === typeId)
  const page = type?.kind === 'page'
  const address = path ?? pathOf(name)
  const fail = (found: FormProblem[]) => {
    setProblems(found)
    setAttempt((count) => count + 1)
  }
  const { mutate, isPending } = useMutation({
    mutationFn: (item: NewItem) => createItem(library, item),
    onSuccess: async (item) => {
      await client.invalidateQueries({ queryKey: authoringKeys.items })
      onClose()
      if (onCreated) onCreated(item.id)
      else void navigate({ href: itemAddress(item.id) })
    },
    onError: (error) => {
      const found = problemsOf(error).map(({ message }) => ({ field: null, message }))
      fail(found.length > 0 ? found : [{ field: null, message: errorSentence(error) }])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found: FormProblem[] = []
    if (!type) found.push({ field: 'new-type', message: 'Choose what it is.' })
    if (!name.trim()) found.push({ field: 'new-name', message: 'Give it a name.' })
    if (page && !/^\/[a-z0-9-]+(?:\/[a-z0-9-]+)*$/.test(address))
      found.push({ field: 'new-path', message: 'Write the address like /winter-news.' })
    if (found.length > 0 || !type) return fail(found)
    setProblems([])
    mutate(newItem(type, name.trim(), address))
  }
  const error = (field: string) => problems.find((problem) => problem.field === field)?.message
  const inOrder = [...offered].sort(
    (one, other) => KIND_ORDER.indexOf(one.kind) - KIND_ORDER.indexOf(other.kind),
  )
  return (
    <Dialog open onClose={onClose} title="New item">
      <Form onSubmit={submit} problems={problems} attempt={attempt} aria-label="New item">
        <SelectField
          label="What is it?"
          hint={type?.description}
          name="new-type"
          value={typeId}
          error={error('new-type')}
          placeholder="Choose one"
          options={inOrder.map((found) => ({
            value: found.typeId,
            label: `${found.kind === 'page' ? 'Page' : found.kind === 'component' ? 'Component' : 'Other'}: ${found.type}`,
          }))}
          onChange={(event) => setTypeId(event.target.value)}
        />
        <TextField
          label="Name"
          hint={page ? 'What it is called here, and its title to begin with.' : 'What it is called here.'}
          name="new-name"
          value={name}
          error={error('new-name')}
          onChange={(event) => setName(event.target.value)}
        />
        {page && (
          <TextField
            label="Address"
            hint={address === '/' ? 'It is made from the name.' : `Its address will be /en-gb${address}`}
            name="new-path"
            value={address}
            error={error('new-path')}
            spellCheck={false}
            onChange={(event) => setPath(event.target.value.trim())}
          />
        )}
        <FormActions>
          <Button type="submit" busy={isPending}>
            Create it
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
