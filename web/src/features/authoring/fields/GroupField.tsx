import { useState, type ComponentType } from 'react'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { describe, freshElements, rowsOf, withValues } from '../elements'
import { SortableList } from '../../../components/SortableList'
import { Stack } from '../../../components/layout/Stack'
import textStyles from '../../../components/text.module.css'
import type { Element, Elements, ElementSpec } from '../api'
import { errorAt, errorWithin, type FieldProps } from './field'
import styles from './fields.module.css'
import { Labelled } from './Labelled'

/** A row's name: its first short text that is not empty, else its number. */
function rowName(row: Elements, specs: readonly ElementSpec[], index: number): string {
  const names = specs.filter((spec) => spec.elementType === 'text' && spec.format !== 'anchor')
  const named = names.map((spec) => describe(row[spec.key], spec)).find((text) => text !== '')
  return named ?? `row ${index + 1}`
}

let made = 0
const newKey = () => `row-${(made += 1)}`

interface GroupFieldProps extends FieldProps {
  /** Draws one element of a row. */
  Field: ComponentType<FieldProps>
}

/** Rows of elements: questions with answers, steps. */
export function GroupField({ spec, place, value, onChange, problems, Field }: GroupFieldProps) {
  const specs = spec.elements ?? []
  const rows = rowsOf(value)
  // Rows have no ids; these keys move with them.
  const [keys, setKeys] = useState<string[]>(() => rows.map(newKey))
  const [opened, setOpened] = useState<string | null>(null)
  const known = rows.map((_, index) => keys[index] ?? `${place}-${index}`)
  const entries = rows.map((row, index) => ({ row, key: known[index] ?? '' }))
  const change = (next: { row: Elements; key: string }[]) => {
    setKeys(next.map((entry) => entry.key))
    onChange(
      withValues(
        spec,
        next.map((entry) => entry.row),
      ),
    )
  }
  const changeRow = (at: number, key: string, element: Element | undefined) =>
    change(
      entries.map((entry, index) => {
        if (index !== at) return entry
        const { [key]: _, ...rest } = entry.row
        return { ...entry, row: element ? { ...rest, [key]: element } : rest }
      }),
    )
  const add = () => {
    const key = newKey()
    setOpened(key)
    change([...entries, { row: freshElements(specs), key }])
  }
  return (
    <Labelled spec={spec} place={place} error={errorAt(problems, place)}>
      {rows.length === 0 && <p className={textStyles.quiet}>Nothing here yet.</p>}
      <SortableList
        tall
        label={spec.label}
        items={entries}
        nameOf={({ row }, index) => rowName(row, specs, index)}
        keyOf={({ key }) => key}
        onChange={change}
      >
        {({ row, key }, index) => {
          const wrong = errorWithin(problems, `${place}.${index}`) !== undefined
          return (
            <details open={wrong || opened === key || rows.length === 1 || undefined}>
              <summary className={styles.summary}>{rowName(row, specs, index)}</summary>
              <Stack gap={4}>
                {specs.map((inner) => (
                  <Field
                    key={inner.key}
                    spec={inner}
                    place={`${place}.${index}.${inner.key}`}
                    value={row[inner.key]}
                    problems={problems}
                    onChange={(element) => changeRow(index, inner.key, element)}
                  />
                ))}
              </Stack>
            </details>
          )
        }}
      </SortableList>
      <Cluster gap={[2, 3]} align="center">
        <Button
          variant="secondary"
          disabled={rows.length >= (spec.list ? (spec.max ?? Infinity) : 1)}
          onClick={add}
        >
          Add a row
        </Button>
      </Cluster>
    </Labelled>
  )
}
