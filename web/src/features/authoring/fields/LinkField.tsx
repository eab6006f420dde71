import { useState } from 'react'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import { SelectField } from '../../../components/form/SelectField'
import { TextField } from '../../../components/form/TextField'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { ItemPicker } from '../ItemPicker'
import { useItemNames } from '../use-item-names'
import { errorAt, errorWithin, type FieldProps } from './field'
import styles from './fields.module.css'
import { Grid } from '../../../components/layout/Grid'
import { Labelled } from './Labelled'

const ACTIONS = [
  { value: '', label: 'Go to the address' },
  { value: 'scroll', label: 'Scroll to a part of the page' },
  { value: 'modal', label: 'Open in a box' },
  { value: 'full-modal', label: 'Open over the whole page' },
  { value: 'logout', label: 'Sign out' },
  { value: 'cancel-booking', label: 'Cancel the open booking' },
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A link: its text, its address, and an action instead of it. */
export function LinkField({ spec, place, value, onChange, problems }: FieldProps) {
  const [picking, setPicking] = useState(false)
  const [opened, setOpened] = useState(false)
  const nameOf = useItemNames()
  const fields = { linkText: textOf(value?.linkText), linkURL: textOf(value?.linkURL) }
  const action = textOf(value?.action)
  const target = textOf(value?.target)
  const change = (changed: Partial<Record<'linkText' | 'linkURL' | 'action' | 'target', string>>) => {
    const next = { ...fields, action, target, ...changed }
    if (!next.linkText && !next.linkURL && !next.action) return onChange(undefined)
    const needsTarget = ['scroll', 'modal', 'full-modal'].includes(next.action)
    onChange({
      elementType: 'link',
      linkURL: next.linkURL,
      linkText: next.linkText,
      ...(next.action ? { action: next.action } : {}),
      ...(needsTarget && next.target ? { target: next.target } : {}),
    })
  }
  const error = (key: string) => errorWithin(problems, `${place}.${key}`)
  const inBox = action === 'modal' || action === 'full-modal'
  return (
    <Labelled spec={spec} place={place} error={errorAt(problems, place)}>
      {!value && !opened && !spec.required ? (
        <Cluster gap={[2, 3]} align="center">
          <Button variant="secondary" onClick={() => setOpened(true)}>
            Add a link
          </Button>
        </Cluster>
      ) : (
        <Stack gap={4} className={styles.inset}>
          <Grid gap={3} least={14} fit align="end">
            <TextField
              label="Words"
              optional={!spec.required}
              name={`${place}.linkText`}
              value={fields.linkText}
              error={error('linkText')}
              onChange={(event) => change({ linkText: event.target.value })}
            />
            <TextField
              label="Address"
              optional={!spec.required}
              hint="/faqs, #part or https://…"
              name={`${place}.linkURL`}
              value={fields.linkURL}
              error={error('linkURL')}
              spellCheck={false}
              onChange={(event) => change({ linkURL: event.target.value.trim() })}
            />
          </Grid>
          <Grid gap={3} least={14} fit align="end">
            <SelectField
              label="When pressed"
              options={ACTIONS}
              name={`${place}.action`}
              value={action}
              error={error('action')}
              onChange={(event) => change({ action: event.target.value, target: '' })}
            />
            {action === 'scroll' && (
              <TextField
                label="Anchor of that part"
                name={`${place}.target`}
                value={target}
                error={error('target')}
                spellCheck={false}
                onChange={(event) => change({ target: event.target.value.trim().replace(/^#/, '') })}
              />
            )}
            {inBox && (
              <div>
                <p className={text.name}>What opens</p>
                <Cluster gap={[2, 3]} align="center">
                  <span>{target ? nameOf(target) : 'Nothing chosen yet'}</span>
                  <Button variant="secondary" onClick={() => setPicking(true)}>
                    Choose
                  </Button>
                </Cluster>
                {error('target') && <p className={classNames(text.small, text.problem)}>{error('target')}</p>}
              </div>
            )}
          </Grid>
          {value && !spec.required && (
            <Cluster gap={[2, 3]} align="center">
              <Button
                variant="quiet"
                onClick={() => {
                  setOpened(false)
                  onChange(undefined)
                }}
              >
                Remove the link
              </Button>
            </Cluster>
          )}
        </Stack>
      )}
      {picking && (
        <ItemPicker
          title="What opens"
          allow={[]}
          taken={[]}
          onClose={() => setPicking(false)}
          onPick={(item) => {
            change({ target: item.id })
            setPicking(false)
          }}
        />
      )}
    </Labelled>
  )
}
