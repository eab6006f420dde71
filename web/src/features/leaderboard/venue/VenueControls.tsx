import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../../components/Button'
import { Switch } from '../../../components/form/Checkbox'
import { classNames } from '../../../components/class-names'
import { Icon } from '../../../components/graphics/Icon'
import { SelectField } from '../../../components/form/SelectField'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { orderly, PACES, VENUE_BOARDS, type VenueBoard, type VenueSettings } from './settings'
import { wakeSound } from './stage/sound'
import { Cluster } from '../../../components/layout/Cluster'
import touch from '../../../components/touch.module.css'
import styles from './VenueControls.module.css'

interface VenueControlsProps {
  settings: VenueSettings
  onChange: (settings: VenueSettings) => void
  /** Nobody touches the screen: nothing of this is seen. */
  idle: boolean
}

/** The settings and the way to leave. They are hidden with the cursor, and return with it or with any key. */
export function VenueControls({ settings, onChange, idle }: VenueControlsProps) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // What cannot be seen must not hold the focus.
    if (idle && place.current?.contains(document.activeElement))
      (document.activeElement as HTMLElement).blur()
  }, [idle])
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div ref={place} className={classNames(styles.controls, idle && styles.away)} onKeyDown={leave}>
      <Cluster gap={2} nowrap className={styles.bar}>
        <Button
          ref={opener}
          variant="secondary"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          <span>
            <span className={styles.what}>Screen </span>settings
          </span>
        </Button>
        <a href={paths.leaderboard()} className={classNames(styles.leave, touch.square)}>
          <Icon name="logout" label="Leave full screen" />
        </a>
      </Cluster>
      {open && (
        <Stack as="section" gap={3} id={panel} className={styles.panel} aria-label="Screen settings">
          <Panel settings={settings} onChange={onChange} />
        </Stack>
      )}
    </div>
  )
}

function Panel({ settings, onChange }: Omit<VenueControlsProps, 'idle'>) {
  const { boards, pace, showBgImage, sound } = settings
  const choose = (board: VenueBoard, on: boolean) =>
    onChange({
      ...settings,
      boards: orderly(on ? [...boards, board] : boards.filter((one) => one !== board)),
    })
  return (
    <>
      <Stack as="fieldset" gap={0}>
        <legend className={text.strong}>Boards in turn</legend>
        {VENUE_BOARDS.map(({ value, label }) => (
          <Switch
            key={value}
            bare
            label={label}
            checked={boards.includes(value)}
            onChange={(event) => choose(value, event.target.checked)}
          />
        ))}
      </Stack>
      <SelectField
        label="Each stands for"
        value={String(pace)}
        onChange={(event) => onChange({ ...settings, pace: Number(event.target.value) })}
        options={PACES.map((seconds) => ({ value: String(seconds), label: `${seconds} seconds` }))}
      />
      <Switch
        bare
        label="Picture behind the board"
        checked={showBgImage}
        onChange={(event) => onChange({ ...settings, showBgImage: event.target.checked })}
      />
      <Switch
        bare
        label="Sound at reveals"
        checked={sound}
        onChange={(event) => {
          if (event.target.checked) wakeSound()
          onChange({ ...settings, sound: event.target.checked })
        }}
      />
      {document.fullscreenEnabled && (
        <Button variant="secondary" wide onClick={() => void toggleFullscreen()}>
          Full screen on or off
        </Button>
      )}
    </>
  )
}

/** The browser may refuse; then its own key does it. */
async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    return
  }
}
