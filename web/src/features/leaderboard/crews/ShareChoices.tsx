import { Switch } from '../../../components/form/Checkbox'
import { Stack } from '../../../components/layout/Stack'
import type { Sharing } from './api'

interface ShareChoicesProps {
  sharing: Sharing
  onChange: (choice: Partial<Sharing>) => void
}

/** What the other members of a crew see. */
export function ShareChoices({ sharing: { shareFinal, shareCorners }, onChange }: ShareChoicesProps) {
  return (
    <Stack gap={2}>
      <Switch
        name="shareFinal"
        label="My final"
        hint="Your best final of each season, and your place."
        checked={shareFinal}
        onChange={(event) => onChange({ shareFinal: event.target.checked })}
      />
      <Switch
        name="shareCorners"
        label="My six scores"
        hint={shareFinal ? 'The six corners behind that final.' : 'They show only along with your final.'}
        checked={shareCorners}
        onChange={(event) => onChange({ shareCorners: event.target.checked })}
      />
    </Stack>
  )
}
