import { useState } from 'react'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { MergeDialog } from '../../../components/dialog/SavedMeanwhile'
import { TextDiff } from '../history/TextDiff'
import styles from '../history/Comparison.module.css'
import { compare, firstChoices, merge, NAME, type Side } from './conflict'
import { describe, specOf, storedElements } from '../elements'
import { useItemNames } from '../use-item-names'
import text from '../../../components/text.module.css'
import { Stack } from '../../../components/layout/Stack'
import type { ContentType, Item, Status } from '../api'
import type { Conflict } from './use-draft'

interface ConflictDialogProps {
  type: ContentType | undefined
  /** The version that both started from. */
  base: Item
  mine: Item
  changed: Conflict
  saving: boolean
  onClose: () => void
  onMerge: (merged: Item, theirs: Item, status: Status) => void
}

/** Two people edited the same item: both versions, element by element, until they are merged. */
export function ConflictDialog({ type, base, mine, changed, saving, onClose, onMerge }: ConflictDialogProps) {
  const nameOf = useItemNames()
  const theirs: Item = { ...changed.current, elements: storedElements(changed.current.elements) }
  const differences = compare(base, mine, theirs, type)
  const [chosen, setChosen] = useState<Partial<Record<string, Side>>>({})
  const choices = { ...firstChoices(differences), ...chosen }
  const open = differences.filter(({ key }) => choices[key] === undefined)
  const who = changed.savedBy ?? 'Somebody else'
  // Perhaps it was this editor, and the answer was lost. A merged text has to be looked through as a draft, and so has one that
  // somebody has taken down.
  const alike = differences.length === 0
  const status = alike && theirs.status === 'ready' ? changed.wanted : 'draft'
  const publishes = status === 'ready'
  return (
    <MergeDialog
      title={alike ? 'This was saved meanwhile' : `${who} saved this meanwhile`}
      saveLabel={publishes ? 'Publish' : alike ? 'Save draft' : 'Save both as one draft'}
      saving={saving}
      undecided={open.length}
      noun="part"
      decided={
        alike ? `Both versions say the same: ${publishes ? 'publish' : 'save'}, and carry on.` : undefined
      }
      onSave={() => onMerge(merge(mine, theirs, differences, choices), theirs, status)}
      onClose={onClose}
    >
      <Stack gap={5}>
        {differences.map(({ key, mine: own, theirs: other, changedBy }) => {
          const spec = specOf(type, key)
          const label = key === NAME ? 'Name' : (spec?.label ?? key)
          const [ownText, otherText] = [describe(own, spec, nameOf), describe(other, spec, nameOf)]
          return (
            <Stack as="section" gap={3} shrink key={key} aria-label={label} className={styles.difference}>
              <h3 className={text.h4}>{label}</h3>
              <TextDiff
                before={otherText}
                after={ownText}
                beforeTitle={`${who} wrote`}
                afterTitle="You wrote"
              />
              <RadioGroup
                label="Which one stays?"
                hint={changedBy === null ? 'You both changed this.' : undefined}
                name={`choice-${key}`}
                inline
                options={[
                  { value: 'mine', label: 'Mine' },
                  { value: 'theirs', label: 'Theirs' },
                ]}
                value={choices[key] ?? ''}
                onChange={(event) =>
                  setChosen({ ...chosen, [key]: event.target.value === 'mine' ? 'mine' : 'theirs' })
                }
              />
            </Stack>
          )
        })}
      </Stack>
    </MergeDialog>
  )
}
