import { useState } from 'react'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import { referenceIds, withValues } from '../elements'
import { ItemPicker } from '../ItemPicker'
import { itemHref } from '../address'
import { SortableList } from '../../../components/SortableList'
import text from '../../../components/text.module.css'
import { useItemLines } from '../use-item-names'
import { errorWithin, type FieldProps } from './field'
import { Labelled } from './Labelled'

export function ReferenceField({ spec, place, value, onChange, problems }: FieldProps) {
  const [picking, setPicking] = useState(false)
  const { lines, complete } = useItemLines()
  const ids = referenceIds(value)
  const change = (next: string[]) =>
    onChange(
      withValues(
        spec,
        next.map((id) => ({ id })),
      ),
    )
  const full = spec.list ? ids.length >= (spec.max ?? Infinity) : ids.length >= 1
  const nameOf = (id: string) => lines.get(id)?.name ?? id
  return (
    <Labelled spec={spec} place={place} error={errorWithin(problems, place)}>
      {ids.length === 0 && <p className={text.quiet}>Nothing here yet.</p>}
      <SortableList
        label={spec.label}
        items={ids}
        nameOf={nameOf}
        keyOf={(id, index) => `${id} ${ids.slice(0, index).filter((other) => other === id).length}`}
        onChange={change}
      >
        {(id) => {
          const line = lines.get(id)
          return (
            <>
              <a href={itemHref(id)} className={text.name}>
                {line?.name ?? id}
              </a>
              <p className={text.note}>
                {line?.type ?? ''}
                {line?.status === 'takenDown'
                  ? ' · taken down, visitors do not see it'
                  : line?.status === 'draft' &&
                    (line.readyRev ?? null) === null &&
                    ' · draft, visitors do not see it yet'}
              </p>
              {!line && complete && (
                <p className={classNames(text.small, text.problem)}>
                  There is no such item. Pages leave it out.
                </p>
              )}
            </>
          )
        }}
      </SortableList>
      <Cluster gap={[2, 3]} align="center">
        <Button variant="secondary" disabled={full && spec.list} onClick={() => setPicking(true)}>
          {spec.list ? 'Add' : ids.length > 0 ? 'Choose another' : 'Choose'}
        </Button>
        {full && spec.list && <span className={text.note}>That is as many as go in here.</span>}
      </Cluster>
      {picking && (
        <ItemPicker
          title={spec.label}
          allow={spec.allow ?? []}
          taken={ids}
          onClose={() => setPicking(false)}
          onPick={(item) => {
            change(spec.list ? [...ids, item.id] : [item.id])
            setPicking(false)
          }}
        />
      )}
    </Labelled>
  )
}
