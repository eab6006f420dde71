import { lazy, Suspense } from 'react'
import { fromLondonField, toLondonField } from '../../../academy/london'
import { Button } from '../../../components/Button'
import { Switch } from '../../../components/form/Checkbox'
import { Notice } from '../../../components/feedback/Notice'
import { SelectField } from '../../../components/form/SelectField'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { TextArea, TextField } from '../../../components/form/TextField'
import { textValue } from '../elements'
import { CategoryField } from './CategoryField'
import { errorAt, errorWithin, type FieldProps } from './field'
import { GroupField } from './GroupField'
import { ImageField } from './ImageField'
import { LinkField } from './LinkField'
import { ReferenceField } from './ReferenceField'
import { TextListField } from './TextListField'

// If the editor's code cannot be loaded, the text is edited as Markdown, and the rest of the form still works.
const RichTextField = lazy(() =>
  import('../rich-text/RichTextField').then(
    ({ RichTextField }) => ({ default: RichTextField }),
    () => ({ default: MarkdownField }),
  ),
)

/** Longer texts get a field of several lines, although they have no line breaks. */
const LINE_LENGTH = 120

/** The field for one element, as its type describes it. */
export function ElementField(props: FieldProps) {
  const { spec, place, value, onChange } = props
  if (value && value.elementType !== spec.elementType) {
    return (
      <Notice
        tone="problem"
        title={`${spec.label} holds something else`}
        actions={
          <Button variant="secondary" onClick={() => onChange(undefined)}>
            Empty it
          </Button>
        }
      >
        It should be “{spec.elementType}” and is “{value.elementType}”, so pages leave it out. Empty it to
        fill it in again.
      </Notice>
    )
  }
  switch (spec.elementType) {
    case 'formattedtext':
      return (
        <Suspense
          fallback={
            <Loading label={`Loading ${spec.label}`}>
              <Skeleton height="1.5rem" width="8rem" />
              <Skeleton height="10rem" />
            </Loading>
          }
        >
          <RichTextField {...props} key={place} />
        </Suspense>
      )
    case 'toggle':
      return (
        <Switch
          label={spec.label}
          hint={spec.help}
          name={place}
          error={errorAt(props.problems, place)}
          checked={value?.value === true}
          onChange={(event) => onChange({ elementType: 'toggle', value: event.target.checked })}
        />
      )
    case 'number':
      return <NumberField {...props} />
    case 'datetime':
      return <DateTimeField {...props} />
    case 'link':
      return <LinkField {...props} />
    case 'image':
      return <ImageField {...props} />
    case 'reference':
      return <ReferenceField {...props} />
    case 'group':
      return <GroupField {...props} Field={ElementField} />
    case 'category':
      return <CategoryField {...props} />
    case 'text':
      return spec.list ? <TextListField {...props} /> : <PlainTextField {...props} />
    default:
      // A newer server may have types that this page was not compiled with.
      return (
        <Notice tone="problem" title={spec.label}>
          This editor does not know elements of type “{spec.elementType satisfies never}”. What is in it stays
          as it is.
        </Notice>
      )
  }
}

function common({ spec, place, problems }: FieldProps) {
  return {
    label: spec.label,
    hint: spec.help,
    optional: !spec.required,
    name: place,
    error: errorWithin(problems, place),
  }
}

/** Without line breaks and other control characters: the server refuses them in a plain text, even in a draft. */
const oneLine = (value: string) => value.replaceAll(/\p{Cc}+/gu, ' ')

const textElement = (value: string) => (value === '' ? undefined : { elementType: 'text', value })

function PlainTextField(props: FieldProps) {
  const { spec, value, onChange } = props
  const text = textValue(value)
  if (spec.options) {
    const known = spec.options.includes(text) || text === '' ? spec.options : [...spec.options, text]
    return (
      <SelectField
        {...common(props)}
        options={known.map((option) => ({ value: option, label: option }))}
        placeholder={spec.required ? 'Choose one' : 'None'}
        value={text}
        onChange={(event) => onChange(textElement(event.target.value))}
      />
    )
  }
  const left = spec.maxLength === undefined ? null : spec.maxLength - [...text].length
  const hint = left !== null && left < 20 ? `${spec.help ?? ''} ${lengthWords(left)}`.trim() : spec.help
  const Field = (spec.maxLength ?? 0) > LINE_LENGTH ? TextArea : TextField
  return (
    <Field
      {...common(props)}
      hint={hint}
      value={text}
      spellCheck={!spec.format}
      {...(Field === TextArea ? { rows: 3 } : {})}
      onChange={({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
        const line = oneLine(target.value)
        if (line !== target.value) {
          // Otherwise React would put the caret at the end.
          const caret = oneLine(target.value.slice(0, target.selectionStart ?? undefined)).length
          target.value = line
          target.setSelectionRange(caret, caret)
        }
        onChange(textElement(line))
      }}
    />
  )
}

const lengthWords = (left: number): string =>
  left < 0 ? `${-left} too many.` : left === 1 ? '1 character left.' : `${left} characters left.`

function NumberField(props: FieldProps) {
  const { spec, value, onChange } = props
  const number = typeof value?.value === 'number' ? value.value : undefined
  return (
    <TextField
      {...common(props)}
      type="number"
      inputMode="decimal"
      step="any"
      min={spec.min}
      max={spec.max}
      defaultValue={number}
      onChange={({ target }) =>
        onChange(
          Number.isNaN(target.valueAsNumber)
            ? undefined
            : { elementType: 'number', value: target.valueAsNumber },
        )
      }
    />
  )
}

function DateTimeField(props: FieldProps) {
  const { spec, value, onChange } = props
  return (
    <TextField
      {...common(props)}
      hint={`${spec.help ? `${spec.help} ` : ''}London time.`}
      type="datetime-local"
      defaultValue={toLondonField(textValue(value))}
      onChange={({ target }) => {
        const instant = fromLondonField(target.value)
        onChange(instant === null ? undefined : { elementType: 'datetime', value: instant })
      }}
    />
  )
}

function MarkdownField(props: FieldProps) {
  return (
    <TextArea
      {...common(props)}
      hint={`${props.spec.help ? `${props.spec.help} ` : ''}As Markdown: the text view did not load.`}
      rows={8}
      value={textValue(props.value)}
      onChange={({ target }) =>
        props.onChange(
          target.value === '' ? undefined : { elementType: 'formattedtext', value: target.value },
        )
      }
    />
  )
}
