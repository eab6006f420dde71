export interface Piece {
  text: string
  is: 'same' | 'gone' | 'new'
}

/** For larger texts, whole texts are shown: nobody reads such a comparison word by word. */
const LIMIT = 4_000_000

const split = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}’'-]+|[^\s\p{L}\p{N}]/gu) ?? []

/** The deletions and insertions that turn `before` into `after`. */
export function textDiff(before: string, after: string): Piece[] {
  const from = split(before)
  const to = split(after)
  if (from.length * to.length > LIMIT) return joined([piece(before, 'gone'), piece(after, 'new')])
  const table = lengths(from, to)
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    const [old, fresh] = [from[i], to[j]]
    if (old !== undefined && old === fresh) {
      pieces.push(piece(old, 'same'))
      i += 1
      j += 1
    } else if (fresh === undefined || (old !== undefined && at(table, i + 1, j) >= at(table, i, j + 1))) {
      pieces.push(piece(old ?? '', 'gone'))
      i += 1
    } else {
      pieces.push(piece(fresh, 'new'))
      j += 1
    }
  }
  return joined(pieces)
}

const piece = (text: string, is: Piece['is']): Piece => ({ text, is })
const at = (table: Uint32Array[], i: number, j: number): number => table[i]?.[j] ?? 0

/** The length of the longest common subsequence from each pair of positions on. */
function lengths(from: string[], to: string[]): Uint32Array[] {
  const table = Array.from({ length: from.length + 1 }, () => new Uint32Array(to.length + 1))
  for (let i = from.length - 1; i >= 0; i--) {
    const row = table[i]
    if (!row) continue
    for (let j = to.length - 1; j >= 0; j--) {
      row[j] =
        from[i] === to[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  }
  return table
}

function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = []
  for (const next of pieces) {
    const last = result.at(-1)
    if (next.text === '') continue
    if (last?.is === next.is) last.text += next.text
    else result.push({ ...next })
  }
  return result
}
