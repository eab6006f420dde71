import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorSentence } from '../../api/error-sentence'
import { Button } from '../../components/Button'
import { Cluster } from '../../components/layout/Cluster'
import { Icon } from '../../components/graphics/Icon'
import { SearchField } from '../../components/form/SearchField'
import { SelectField } from '../../components/form/SelectField'
import { Stack } from '../../components/layout/Stack'
import { EmptyState } from '../../components/feedback/States'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import { classNames } from '../../components/class-names'
import filterStyles from '../../components/form/filters.module.css'
import text from '../../components/text.module.css'
import { useAlert } from '../../state/alert-store'
import { Loaded } from '../../state/Loaded'
import { MoreButton } from '../../state/MoreButton'
import { useOperation } from '../../state/use-operation'
import {
  restoreRevision,
  type ItemFilters,
  authoringKeys,
  itemsQuery,
  type ContentType,
  type ItemSummary,
} from './api'
import { useAuthoring } from './authoring-context'
import styles from './ContentList.module.css'
import { CreateDialog } from './CreateDialog'
import { editorHref, itemHref, type EditorAddress } from './address'
import { ProblemsChip, StatusChip } from './StatusChip'
import { savedText } from './saved-text'

const KINDS = [
  { value: 'page', label: 'Pages' },
  { value: 'component', label: 'Components' },
  { value: 'fragment', label: 'Fragments' },
  { value: 'settings', label: 'Settings' },
]

const STATUSES = [
  { value: 'draft', label: 'Draft' },
  { value: 'ready', label: 'Published' },
  { value: 'takenDown', label: 'Taken down' },
  { value: 'deleted', label: 'Deleted' },
]

/** The name of a type, with its kind if another has the same name. */
const typeLabel = (type: ContentType, shown: readonly ContentType[]): string =>
  shown.filter((other) => other.type === type.type).length > 1 ? `${type.type} (${type.kind})` : type.type

/** Placeholders for the first rows. */
const ROWS = Array.from({ length: 6 }, () => '3.5rem')

/** Every item of the library, with search and filters. */
export function ContentList({ address }: { address: EditorAddress }) {
  const { library, types } = useAuthoring()
  const navigate = useNavigate()
  const [creating, setCreating] = useState(false)
  const search = address.search ?? ''
  const filters: ItemFilters = {
    ...(search ? { search } : {}),
    ...(address.type ? { typeId: address.type } : {}),
    ...(address.kind ? { kind: address.kind } : {}),
    ...(address.status ? { status: address.status } : {}),
  }
  const query = useInfiniteQuery({ ...itemsQuery(library, filters), placeholderData: (before) => before })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const narrow = (changed: Partial<EditorAddress>) =>
    void navigate({ href: editorHref({ ...address, ...changed }), replace: true, resetScroll: false })
  const narrowed = Object.keys(filters).length > 0
  return (
    <Stack gap={5}>
      <div className={classNames(styles.filters, filterStyles.unmarked)} role="search" aria-label="Content">
        <SearchField
          label="Search"
          name="content-search"
          search={search}
          onSearch={(words) => narrow({ search: words })}
        />
        <SelectField
          label="Kind"
          name="content-kind"
          placeholder="All kinds"
          options={KINDS}
          value={address.kind ?? ''}
          optional
          onChange={(event) => narrow({ kind: event.target.value, type: '' })}
        />
        <SelectField
          label="Type"
          name="content-type"
          placeholder="All types"
          options={types
            .filter((type) => !address.kind || type.kind === address.kind)
            .map((type, _, shown) => ({ value: type.typeId, label: typeLabel(type, shown) }))}
          value={address.type ?? ''}
          optional
          onChange={(event) => narrow({ type: event.target.value })}
        />
        <SelectField
          label="Status"
          name="content-status"
          placeholder="Any status"
          options={STATUSES}
          value={address.status ?? ''}
          optional
          onChange={(event) => narrow({ status: event.target.value })}
        />
      </div>
      <Cluster gap={3} align="center" between>
        <p className={text.quiet} role="status">
          {query.data &&
            `${items.length}${query.hasNextPage ? ' or more' : ''} ${items.length === 1 ? 'item' : 'items'}`}
        </p>
        <Button onClick={() => setCreating(true)}>
          <Icon name="plus" small />
          New item
        </Button>
      </Cluster>
      <Loaded result={query} label="Loading the content" height={ROWS}>
        {() =>
          items.length > 0 ? (
            <Table items={items} />
          ) : (
            <EmptyState
              title={narrowed ? 'Nothing fits' : 'No content yet'}
              action={
                narrowed ? <a href={editorHref({ section: address.section })}>Show everything</a> : undefined
              }
            >
              {narrowed ? 'Try another word, or widen the filters.' : 'Create the first page.'}
            </EmptyState>
          )
        }
      </Loaded>
      <MoreButton list={query}>More items</MoreButton>
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Stack>
  )
}

function Table({ items }: { items: readonly ItemSummary[] }) {
  return (
    <table className={styles.table}>
      <caption>
        <VisuallyHidden>Content, by name</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Status</th>
          <th scope="col">Last saved</th>
        </tr>
      </thead>
      <tbody>
        {items.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              {line.status === 'deleted' ? (
                <span className={classNames(styles.name, text.name)}>{line.name}</span>
              ) : (
                <a href={itemHref(line.id)} className={classNames(styles.name, text.name)}>
                  {line.name}
                </a>
              )}
              {line.path && <span className={styles.path}>{line.path}</span>}
            </th>
            <td>{line.type}</td>
            <td>
              <Cluster as="span" gap={2}>
                <StatusChip line={line} />
                {line.status === 'deleted' ? (
                  <BringBack line={line} />
                ) : (
                  <ProblemsChip count={line.problems} />
                )}
              </Cluster>
            </td>
            <td className={text.nowrap}>
              {savedText(line.lastModified)}
              {line.savedBy && <span className={styles.by}>{line.savedBy}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A deleted item comes back as a draft, with all its content. */
function BringBack({ line: { id, name, rev } }: { line: ItemSummary }) {
  const { library } = useAuthoring()
  const client = useQueryClient()
  const navigate = useNavigate()
  const show = useAlert((state) => state.show)
  const restore = useOperation(restoreRevision, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: authoringKeys.items })
      show({ tone: 'good', message: `“${name}” is back as a draft.` })
      void navigate({ href: itemHref(id) })
    },
    onError: (error) => show({ tone: 'problem', message: errorSentence(error) }),
  })
  return (
    <Button
      variant="quiet"
      busy={restore.status === 'loading'}
      onClick={() => void restore.run({ libraryId: library, id, revision: rev, rev })}
      aria-label={`Bring ${name} back`}
    >
      Bring back
    </Button>
  )
}
