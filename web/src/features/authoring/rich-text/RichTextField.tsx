import { useId, useState } from 'react'
import { FieldError } from '../../../components/form/Field'
import { fieldId } from '../../../components/form/field-id'
import { Tabs } from '../../../components/Tabs'
import { TextArea } from '../../../components/form/TextField'
import { Stack } from '../../../components/layout/Stack'
import textStyles from '../../../components/text.module.css'
import { textValue } from '../elements'
import { errorWithin, type FieldProps } from '../fields/field'
import fieldStyles from '../fields/fields.module.css'
import { RichTextEditor } from './RichTextEditor'
import styles from './RichTextEditor.module.css'
import { unsupported } from './unsupported'

/** A text with headings, lists and links: formatted, or as the Markdown that is stored. */
export function RichTextField({ spec, place, value, onChange, problems }: FieldProps) {
  const id = useId()
  const markdown = textValue(value)
  const foreign = unsupported(markdown)
  const [chosen, setChosen] = useState<'rich' | 'markdown'>('rich')
  const view = foreign ? 'markdown' : chosen
  const error = errorWithin(problems, place)
  const hint = [spec.help, lengthHint(markdown, spec.maxLength)].filter(Boolean).join(' ')
  const change = (text: string) =>
    onChange(text.trim() === '' ? undefined : { elementType: 'formattedtext', value: text })
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ')
  return (
    <Stack
      as="fieldset"
      gap={3}
      shrink
      id={fieldId(place)}
      className={fieldStyles.labelled}
      data-invalid={error ? true : undefined}
      aria-describedby={described || undefined}
    >
      <legend className={fieldStyles.legend}>
        {spec.label}
        {!spec.required && <span className={textStyles.aside}> optional</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className={textStyles.note}>
          {hint}
        </p>
      )}
      <Tabs
        label={`${spec.label}: how to write`}
        className={styles.tabs}
        value={view}
        onChange={setChosen}
        tabs={[
          {
            key: 'rich',
            label: 'Text',
            content: <RichTextEditor label={spec.label} markdown={markdown} onChange={change} />,
          },
          {
            key: 'markdown',
            label: 'Markdown',
            content: (
              <>
                {foreign && (
                  <p className={textStyles.note}>
                    There is {foreign} in this text, which the text view cannot show. Edit it here.
                  </p>
                )}
                <TextArea
                  label={`${spec.label} as Markdown`}
                  value={markdown}
                  rows={8}
                  className={styles.source}
                  optional={!spec.required}
                  onChange={(event) => change(event.target.value)}
                />
              </>
            ),
          },
        ]}
      />
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Stack>
  )
}

function lengthHint(text: string, most: number | undefined): string {
  const left = most === undefined ? Infinity : most - [...text].length
  if (left >= 50) return ''
  return left < 0 ? `${-left} characters too many.` : `${left} characters left.`
}
