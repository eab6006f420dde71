import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { TextField } from '../../../components/form/TextField'
import { valuesOf, withValues } from '../elements'
import { SortableList } from '../../../components/SortableList'
import { errorAt, errorWithin, type FieldProps } from './field'
import { Labelled } from './Labelled'

export function TextListField({ spec, place, value, onChange, problems }: FieldProps) {
  const texts = valuesOf(value).map((text) => (typeof text === 'string' ? text : ''))
  const change = (next: string[]) => onChange(withValues(spec, next))
  return (
    <Labelled spec={spec} place={place} error={errorAt(problems, place)}>
      <SortableList
        label={spec.label}
        items={texts}
        nameOf={(text, index) => text || `line ${index + 1}`}
        keyOf={(_, index) => String(index)}
        onChange={change}
      >
        {(text, index) => (
          <TextField
            label={`Line ${index + 1}`}
            name={`${place}.${index}`}
            value={text}
            error={errorWithin(problems, `${place}.${index}`)}
            onChange={(event) => change(texts.map((old, at) => (at === index ? event.target.value : old)))}
          />
        )}
      </SortableList>
      <Cluster gap={[2, 3]} align="center">
        <Button variant="secondary" onClick={() => change([...texts, ''])}>
          Add a line
        </Button>
      </Cluster>
    </Labelled>
  )
}
