import { Checkbox } from '../../../components/form/Checkbox'
import { SelectField } from '../../../components/form/SelectField'
import { Stack } from '../../../components/layout/Stack'
import { errorWithin, type FieldProps } from './field'
import { Labelled } from './Labelled'

/** One or several of the categories that the type offers. */
export function CategoryField({ spec, place, value, onChange, problems }: FieldProps) {
  const chosen = Array.isArray(value?.categories)
    ? value.categories.filter((name): name is string => typeof name === 'string')
    : []
  const options = [...new Set([...(spec.options ?? []), ...chosen])]
  const change = (categories: string[]) =>
    onChange(categories.length > 0 ? { elementType: 'category', categories } : undefined)
  const error = errorWithin(problems, place)
  if (!spec.list) {
    return (
      <SelectField
        label={spec.label}
        hint={spec.help}
        optional={!spec.required}
        error={error}
        name={place}
        options={options.map((name) => ({ value: name, label: name }))}
        placeholder={spec.required ? 'Choose one' : 'None'}
        value={chosen[0] ?? ''}
        onChange={(event) => change(event.target.value ? [event.target.value] : [])}
      />
    )
  }
  return (
    <Labelled spec={spec} place={place} error={error}>
      <Stack gap={2}>
        {options.map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.includes(name)}
            onChange={(event) =>
              change(event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
        ))}
      </Stack>
    </Labelled>
  )
}
