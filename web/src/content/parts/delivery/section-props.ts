import type { InAddress } from '../../../state/address'

/** The props of every section; each takes what it needs. */
export interface SectionProps extends InAddress {
  /** The section's key. */
  section: string
  /** The signed-in member of staff. */
  uaid: string
}
