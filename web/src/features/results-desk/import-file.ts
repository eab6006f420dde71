// A file of results in the browser: which files are accepted, and the meaning of an answer.
import { ApiFailure } from '../../api/client/failure'
import type { ImportOutcome, FileProblem } from './api'

/** The largest file in bytes: that of a request, less what surrounds the file. */
export const MOST_BYTES = 1_000_000

/** An example of a file; the columns may be in any order. */
export const EXAMPLE = `uaid,date,test,attempt1,attempt2,attempt3
1042,2025-11-20,Cognitive,64,71,
1042,2025-11-20,Strength,32.5,30.25,33
1042,2025-11-20,Power,45.5,44,46.25
1042,2025-11-20,Speed,3.305,3.28,
1042,2025-11-20,Agility,5.12,5.3,
1042,2025-11-20,Endurance,9.5,,
`

/** The text of a chosen file, or why it cannot be read. */
export async function readFile(file: Blob): Promise<{ csv: string } | { problem: string }> {
  if (file.size > MOST_BYTES) return { problem: 'That file is over 1 MB. Split it, for example by season.' }
  const bytes = await file.arrayBuffer()
  try {
    return { csv: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { problem: 'That is not a CSV file in UTF-8. In your spreadsheet choose “CSV UTF-8” when saving.' }
  }
}

/** How many visits are outside every season, so that no board shows their finals. */
export const visitsOutside = ({ seasons }: ImportOutcome): number =>
  seasons.find(({ season }) => season === null)?.visits ?? 0

/** The outcome that a refused import carries; null for every other failure. */
export function refusedOutcome(cause: unknown): ImportOutcome | null {
  if (!(cause instanceof ApiFailure) || cause.errorCode !== 'IMPORT_REFUSED') return null
  const { problems, problemCount, rows, athletes } = (cause.details ?? {}) as Partial<ImportOutcome>
  if (!Array.isArray(problems)) return null
  return {
    problems: problems as FileProblem[],
    problemCount: problemCount ?? problems.length,
    rows: rows ?? 0,
    athletes: athletes ?? 0,
    imported: 0,
    firstDay: null,
    lastDay: null,
    seasons: [],
  }
}
