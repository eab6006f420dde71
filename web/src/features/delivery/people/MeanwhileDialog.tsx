import { useState } from 'react'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { MergeDialog } from '../../../components/dialog/SavedMeanwhile'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { differences, FIELD_NAME, merge, valueText, type Draft, type DraftKey, type Side } from './edit'
import styles from './PersonForm.module.css'

interface MeanwhileDialogProps {
  /** The version that both started from. */
  base: Draft
  mine: Draft
  theirs: Draft
  saving: boolean
  onClose: () => void
  onMerge: (merged: Draft) => void
}

/** Two people edited the same profile: both versions, field by field, until they are merged. */
export function MeanwhileDialog({ base, mine, theirs, saving, onClose, onMerge }: MeanwhileDialogProps) {
  const [chosen, setChosen] = useState<Partial<Record<DraftKey, Side>>>({})
  const found = differences(base, mine, theirs)
  const open = found.filter(({ key, both }) => both && chosen[key] === undefined)
  return (
    <MergeDialog
      title="Somebody else saved this meanwhile"
      saveLabel="Save both together"
      saving={saving}
      undecided={open.length}
      noun="field"
      decided={found.length === 0 ? 'What they changed is in this form already. Save again.' : undefined}
      onSave={() => onMerge(merge(base, mine, theirs, chosen))}
      onClose={onClose}
    >
      <Stack gap={4}>
        {found.map(({ key, mine: own, theirs: other, both }) => (
          <Stack as="section" gap={2} key={key} aria-label={FIELD_NAME[key]} className={styles.difference}>
            <h3>{FIELD_NAME[key]}</h3>
            {both ? (
              <RadioGroup
                label="Which one stays?"
                name={`meanwhile-${key}`}
                options={[
                  { value: 'theirs', label: valueText(key, other), hint: 'They wrote' },
                  { value: 'mine', label: valueText(key, own), hint: 'You wrote' },
                ]}
                value={chosen[key] ?? ''}
                onChange={(event) =>
                  setChosen({ ...chosen, [key]: event.target.value === 'mine' ? 'mine' : 'theirs' })
                }
              />
            ) : (
              <p>
                <span className={text.note}>They wrote</span> {valueText(key, other)}
              </p>
            )}
          </Stack>
        ))}
      </Stack>
    </MergeDialog>
  )
}
