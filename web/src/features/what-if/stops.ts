// Where a typed measurement stops: at the ends of the protocol's plausible range (RULES 7.3, 7.12).
import type { Protocol } from '@sixfold/domain'
import { measureText } from '../../academy/measure'
import type { Rules } from '../../rules'

export interface Typed {
  /** The measurement to use; null if the text is none. */
  mark: number | null
  /** Why it is not the one that was typed. */
  notice: string | null
}

/** A measurement as typed; one beyond the range becomes its end, which the notice says. */
export function readTyped(rules: Rules, protocol: Protocol, text: string): Typed {
  const read = rules.readAttempt(protocol, text)
  if (read.ok) return { mark: read.value, notice: null }
  const { code, message } = read.error
  const beyond = code === 'ATTEMPT_OUT_OF_RANGE' || code === 'ATTEMPT_NEGATIVE'
  if (!beyond) return { mark: null, notice: message }
  const mark = Number(text) > protocol.high ? protocol.high : protocol.low
  return { mark, notice: `Stopped at ${measureText(mark, protocol.unit)}. ${message}` }
}

/** A measurement moved into the range, for a visit that older protocols scored. */
export const within = ({ low, high }: Protocol, mark: number): number => Math.min(high, Math.max(low, mark))
