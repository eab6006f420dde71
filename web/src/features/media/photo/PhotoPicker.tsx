import { useRef, useState } from 'react'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { focusAfter } from '../../../components/focus-after'
import { Slider } from '../../../components/form/Slider'
import { Cluster } from '../../../components/layout/Cluster'
import { Grid } from '../../../components/layout/Grid'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import type { Size } from '../card/formats'
import { isPhoto, openPhoto, type Photo, type PlacedPhoto } from './photo'
import styles from './PhotoPicker.module.css'
import { MOST_ZOOM, placement, room, type Crop } from './placement'

interface PhotoPickerProps {
  behind: PlacedPhoto | null
  card: Size
  onPut: (photo: Photo | null) => void
  onPlace: (change: (crop: Crop) => Crop) => void
}

/** Chooses the photograph behind the cards, or takes one, and places it. */
export function PhotoPicker({ behind, card, onPut, onPlace }: PhotoPickerProps) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [opening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (!file) return
    setOpening(true)
    setProblem(null)
    const opened = await openPhoto(file)
    // The same file can be chosen again.
    input.value = ''
    setOpening(false)
    if (isPhoto(opened)) onPut(opened)
    else setProblem(opened.problem)
  }
  const remove = () => {
    setProblem(null)
    focusAfter(
      () => onPut(null),
      () => choose.current,
    )
  }
  return (
    <Stack as="fieldset" gap={3} shrink>
      <legend className={text.legend}>Your photograph</legend>
      <p className={text.intro} role="status">
        {behind
          ? 'It stays on this device unless you make a public link with it. Drag the card or use these to move it.'
          : 'Behind the card if you like. It stays on this device unless you make a public link with it.'}
      </p>
      {behind && <Placing behind={behind} card={card} onPlace={onPlace} />}
      <Cluster gap={3} align="center">
        <Button ref={choose} variant="secondary" busy={opening} onClick={() => files.current?.click()}>
          {behind ? 'Choose another' : 'Choose a photograph'}
        </Button>
        <span className={styles.camera}>
          <Button variant="secondary" busy={opening} onClick={() => camera.current?.click()}>
            Take one
          </Button>
        </span>
        {behind && (
          <Button variant="quiet" onClick={remove}>
            Remove photograph
          </Button>
        )}
      </Cluster>
      <input
        ref={files}
        hidden
        type="file"
        accept="image/*"
        data-testid="photo-file"
        onChange={(event) => void open(event.currentTarget)}
      />
      <input
        ref={camera}
        hidden
        type="file"
        accept="image/*"
        capture="user"
        onChange={(event) => void open(event.currentTarget)}
      />
      {problem && (
        <Notice tone="problem" role="alert">
          {problem}
        </Notice>
      )}
    </Stack>
  )
}

const percent = (share: number) => `${Math.round(share * 100)} per cent`

interface PlacingProps {
  behind: PlacedPhoto
  card: Size
  onPlace: (change: (crop: Crop) => Crop) => void
}

function Placing({ behind: { photo, crop }, card, onPlace }: PlacingProps) {
  const can = room(placement(photo, card, crop))
  const range = { min: 0, max: 1, step: 0.02 }
  return (
    <Grid gap={[2, 5]} least={12} fit>
      <Slider
        label="Left to right"
        {...range}
        value={crop.x}
        words={percent(crop.x)}
        disabled={!can.across}
        onChange={(x) => onPlace((now) => ({ ...now, x }))}
      />
      <Slider
        label="Top to bottom"
        {...range}
        value={crop.y}
        words={percent(crop.y)}
        disabled={!can.down}
        onChange={(y) => onPlace((now) => ({ ...now, y }))}
      />
      <Slider
        label="Zoom"
        min={1}
        max={MOST_ZOOM}
        step={0.05}
        value={crop.zoom}
        words={`${crop.zoom.toFixed(2)} times`}
        onChange={(zoom) => onPlace((now) => ({ ...now, zoom }))}
      />
    </Grid>
  )
}
