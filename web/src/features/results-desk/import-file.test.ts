import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../../api/client/failure'
import { MOST_BYTES, readFile, refusedOutcome } from './import-file'

/** As much of a file as is read here; jsdom's has no arrayBuffer. */
const file = (bytes: Uint8Array<ArrayBuffer>) =>
  ({ size: bytes.length, arrayBuffer: () => Promise.resolve(bytes.buffer) }) as Blob

describe('a file of results', () => {
  it('is read as UTF-8 text and nothing else', async () => {
    expect(await readFile(file(new TextEncoder().encode('uaid,date\n')))).toEqual({ csv: 'uaid,date\n' })
    expect(await readFile(file(new Uint8Array([0x50, 0x4b, 3, 4, 0xff])))).toHaveProperty('problem')
    expect(await readFile(file(new Uint8Array(MOST_BYTES + 1)))).toHaveProperty('problem')
  })

  it('may be refused line by line', () => {
    const problems = [{ line: 2, column: 'uaid', code: 'UAID_UNKNOWN', message: 'Nobody.' }]
    const failure = (code: string, details: Record<string, unknown> | null) =>
      new ApiFailure(code, '', 422, null, null, null, details)
    const details = { problems, problemCount: 7, rows: 9, athletes: 2 }
    expect(refusedOutcome(failure('IMPORT_REFUSED', details))).toEqual({
      ...details,
      imported: 0,
      firstDay: null,
      lastDay: null,
      seasons: [],
    })
    expect(refusedOutcome(failure('IMPORT_REFUSED', null))).toBeNull()
    expect(refusedOutcome(failure('FORBIDDEN', details))).toBeNull()
    expect(refusedOutcome(new Error('no'))).toBeNull()
  })
})
