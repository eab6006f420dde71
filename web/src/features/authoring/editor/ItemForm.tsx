import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Stack } from '../../../components/layout/Stack'
import { TextField } from '../../../components/form/TextField'
import { hasChoice, specOf } from '../elements'
import { ElementField } from '../fields/ElementField'
import type { Draft } from './use-draft'
import type { ContentType, Problem } from '../api'

export function ItemForm({
  type,
  state: { draft, setName, setElement },
  problems,
}: {
  type: ContentType | undefined
  state: Draft
  problems: readonly Problem[]
}) {
  const foreign = Object.keys(draft.elements).filter((key) => !specOf(type, key))
  return (
    <Stack role="group" aria-label="Content of this item" gap={5} shrink>
      {!type && (
        <Notice tone="problem" title="This type is unknown">
          The type “{draft.typeId}” is not one that the site draws, so pages leave this item out.
        </Notice>
      )}
      <TextField
        label="Name"
        hint="What it is called here. Visitors do not see it."
        name="name"
        value={draft.name}
        onChange={(event) => setName(event.target.value)}
      />
      {type?.elements.filter(hasChoice).map((spec) => (
        <Stack key={spec.key} gap={3} shrink>
          <ElementField
            spec={spec}
            place={spec.key}
            value={draft.elements[spec.key]}
            problems={problems}
            onChange={(element) => setElement(spec.key, element)}
          />
          {type.kind === 'settings' &&
            spec.key === 'maintenance' &&
            draft.elements.maintenance?.value === true && (
              <Notice tone="problem" title="This closes the site">
                Once it is ready, every visitor sees the maintenance page instead of the site, and nobody can
                book until you turn it off again.
              </Notice>
            )}
        </Stack>
      ))}
      {foreign.map((key) => (
        <Notice
          key={key}
          title={`Pages do not show “${key}”`}
          actions={
            <Button variant="secondary" onClick={() => setElement(key, undefined)}>
              Take it out
            </Button>
          }
        >
          It can stay, or be taken out.
        </Notice>
      ))}
    </Stack>
  )
}
