import type { InAddress } from '../../../state/address'

/** The props of every section; each takes what it needs. */
export interface SectionProps extends InAddress {
  section: string
  /** The signed-in member of staff. */
  uaid: string
}
