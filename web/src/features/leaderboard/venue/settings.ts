// The settings of a hall's screen, stored on that screen.
import { storeValue, readValue } from './device-values'

/** The boards that take turns. */
export type VenueBoard = 'overall' | 'women' | 'men'

export const VENUE_BOARDS: readonly { value: VenueBoard; label: string }[] = [
  { value: 'overall', label: 'Overall' },
  { value: 'women', label: 'Women' },
  { value: 'men', label: 'Men' },
]

/** How long a board is shown, seconds. */
export const PACES = [10, 20, 30, 60, 120] as const

export interface VenueSettings {
  /** At least one, in the order of `VENUE_BOARDS`. */
  boards: VenueBoard[]
  /** Seconds. */
  pace: number
  /** Whether the drawing behind the board is shown (RULES 8.8). */
  showBgImage: boolean
  sound: boolean
}

const FIRST: VenueSettings = {
  boards: ['overall', 'women', 'men'],
  pace: 20,
  showBgImage: true,
  sound: false,
}

const NAME = 'settings'

/** The stored settings, as far as they can be read; defaults for the rest. */
export function readSettings(value: unknown): VenueSettings {
  const said = (typeof value === 'object' && value !== null ? value : {}) as Partial<VenueSettings>
  const { pace, showBgImage, sound } = said
  return {
    boards: orderly(Array.isArray(said.boards) ? said.boards : FIRST.boards),
    pace: PACES.find((one) => one === pace) ?? FIRST.pace,
    showBgImage: typeof showBgImage === 'boolean' ? showBgImage : FIRST.showBgImage,
    sound: typeof sound === 'boolean' ? sound : FIRST.sound,
  }
}

/** Each once, in their order; a screen without any shows everybody. */
export function orderly(boards: readonly unknown[]): VenueBoard[] {
  const chosen = VENUE_BOARDS.map(({ value }) => value).filter((value) => boards.includes(value))
  return chosen.length > 0 ? chosen : ['overall']
}

export const storedSettings = (): VenueSettings => readSettings(readValue(NAME))
export const storeSettings = (settings: VenueSettings): void => storeValue(NAME, settings)
