import { Switch } from '../../../components/form/Checkbox'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
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
        hint={
          shareFinal
            ? 'Your best final of each season, and your place.'
            : 'Share it to take your place on the board: that is the fun of a crew.'
        }
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

/** The same for somebody who is about to join a crew, or to start one. */
export function FirstChoices(props: ShareChoicesProps) {
  return (
    <Stack as="fieldset" gap={3} aria-describedby="crew-sharing">
      <legend className={text.legend}>What your crew sees of you</legend>
      <p id="crew-sharing" className={text.note}>
        Your first name and an initial always. The rest is up to you, now and later.
      </p>
      <ShareChoices {...props} />
    </Stack>
  )
}
