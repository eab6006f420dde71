/** Which of a row of things an arrow key, Home or End leads to; undefined for any other key. */
export function stepOf(key: string, at: number, count: number): number | undefined {
  const last = count - 1
  const to: Readonly<Record<string, number>> = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at === 0 ? last : at - 1,
    Home: 0,
    End: last,
  }
  return to[key]
}
