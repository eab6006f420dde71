import { useState } from 'react'
import { Tabs } from '../../../components/Tabs'
import { TextArea } from '../../../components/form/TextField'
import textStyles from '../../../components/text.module.css'
import { textValue } from '../elements'
import { errorWithin, type FieldProps } from '../fields/field'
import { Labelled } from '../fields/Labelled'
import { RichTextEditor } from './RichTextEditor'
import styles from './RichTextEditor.module.css'
import { unsupported } from './unsupported'

/** A text with headings, lists and links: formatted, or as the Markdown that is stored. */
export function RichTextField({ spec, place, value, onChange, problems }: FieldProps) {
  const markdown = textValue(value)
  const foreign = unsupported(markdown)
  const [chosen, setChosen] = useState<'rich' | 'markdown'>('rich')
  const view = foreign ? 'markdown' : chosen
  const hint = [spec.help, lengthHint(markdown, spec.maxLength)].filter(Boolean).join(' ')
  const change = (text: string) =>
    onChange(text.trim() === '' ? undefined : { elementType: 'formattedtext', value: text })
  return (
    <Labelled spec={spec} place={place} hint={hint} error={errorWithin(problems, place)}>
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
    </Labelled>
  )
}

function lengthHint(text: string, most: number | undefined): string {
  const left = most === undefined ? Infinity : most - [...text].length
  if (left >= 50) return ''
  return left < 0 ? `${-left} characters too many.` : `${left} characters left.`
}
