import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorSentence } from '../../api/error-sentence'
import { Dialog } from '../../components/dialog/Dialog'
import { Form, FormButtons } from '../../components/form/Form'
import type { FormProblem } from '../../components/form/FormSummary'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/use-form'
import { useOperation } from '../../state/use-operation'
import { createItem, authoringKeys, type ContentType, type Elements, type NewItem } from './api'
import { useAuthoring } from './authoring-context'
import { freshElements } from './elements'
import { isAllowed } from './allowed'
import { itemHref } from './address'
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

/** A page's path from its name: "What’s on at São Paulo" is `/whats-on-at-sao-paulo`. */
export const pathOf = (name: string): string =>
  `/${name
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`

interface NewDraft {
  type: string
  name: string
  /** Null until it is typed: it follows the name. */
  path: string | null
}

const addressOf = ({ path, name }: NewDraft) => path ?? pathOf(name)

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
  const typeOf = (id: string) => types.find(({ typeId }) => typeId === id)
  const { run } = useOperation(createItem)
  const create = async (item: NewItem): Promise<FormProblem[]> => {
    const made = await run({ libraryId: library, ...item })
    if (!made.ok) {
      const found = problemsOf(made.error).map(({ message }) => ({ field: null, message }))
      return found.length > 0 ? found : [{ field: null, message: errorSentence(made.error) }]
    }
    await client.invalidateQueries({ queryKey: authoringKeys.items })
    onClose()
    if (onCreated) onCreated(made.data.id)
    else void navigate({ href: itemHref(made.data.id) })
    return []
  }
  const form = useForm<NewDraft>({
    initial: {
      type: allow ? (offered.length === 1 ? (offered[0]?.typeId ?? '') : '') : 'flexi-page',
      name: '',
      path: null,
    },
    check: (draft) => {
      const found: FormProblem[] = []
      const type = typeOf(draft.type)
      if (!type) found.push({ field: 'type', message: 'Choose what it is.' })
      if (!draft.name.trim()) found.push({ field: 'name', message: 'Give it a name.' })
      // Without a name there is no address to be wrong yet.
      else if (type?.kind === 'page' && !/^\/[a-z0-9-]+(?:\/[a-z0-9-]+)*$/.test(addressOf(draft)))
        found.push({ field: 'path', message: 'Write the address like /winter-news.' })
      return found
    },
    send: (draft) => {
      const type = typeOf(draft.type)
      return type && create(newItem(type, draft.name.trim(), addressOf(draft)))
    },
    dependent: true,
    nameOf: (key) => `new-${key}`,
  })
  const type = typeOf(form.values.type)
  const page = type?.kind === 'page'
  const address = addressOf(form.values)
  const inOrder = [...offered].sort(
    (one, other) => KIND_ORDER.indexOf(one.kind) - KIND_ORDER.indexOf(other.kind),
  )
  return (
    <Dialog open onClose={onClose} title="New item">
      <Form {...form.props} aria-label="New item">
        <SelectField
          label="What is it?"
          hint={type?.description}
          {...form.field('type')}
          placeholder="Choose one"
          options={inOrder.map((found) => ({
            value: found.typeId,
            label: `${found.kind === 'page' ? 'Page' : found.kind === 'component' ? 'Component' : 'Other'}: ${found.type}`,
          }))}
        />
        <TextField
          label="Name"
          hint={page ? 'What it is called here, and its title to begin with.' : 'What it is called here.'}
          {...form.field('name')}
        />
        {page && (
          <TextField
            label="Address"
            hint={address === '/' ? 'It is made from the name.' : `Its address will be /en-gb${address}`}
            name="new-path"
            value={address}
            error={form.errorOf('path')}
            spellCheck={false}
            onChange={(event) => form.set({ path: event.target.value.trim() })}
          />
        )}
        <FormButtons submit="Create it" busy={form.busy} leave="Not now" onLeave={onClose} />
      </Form>
    </Dialog>
  )
}
