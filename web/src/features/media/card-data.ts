// Owns what the story cards tell: worked out of an athlete's results, without rules and without a drawing.
import { TEST_TYPES, type TestType } from '../../components/art/TestArt'

/** What this needs of a booking entry; entries come newest first. */
export interface ResultEntry {
  eventTestDate: string | null
  eventTestStatus: string | null
  eventTestScore: number | null
  results: readonly { testType: string; score: number | null }[]
}

/** A final score that counted. */
export interface Final {
  /** `YYYY-MM-DD` */
  date: string | null
  score: number
}

export interface CardData {
  /** The site's name, as it signs the card. */
  site: string
  /** First name and initial: all that a card says of a person. */
  name: string
  /** The season that the newest result lies in, in words; null outside all seasons. */
  season: string | null
  /** The newest result. */
  latest: Final & { tests: Partial<Record<TestType, number>> }
  best: Final
  /** All results, oldest first. */
  finals: readonly Final[]
}

const KEY = new Map<string, TestType>(TEST_TYPES.map((test) => [test.toLowerCase(), test]))

/** `Robin H.`; the first name alone where there is no other. */
export function shortName(firstName: string, lastName: string): string {
  const [initial = ''] = Array.from(lastName.trim())
  return [firstName.trim(), initial && `${initial.toLocaleUpperCase('en-GB')}.`].filter(Boolean).join(' ')
}

export interface CardSource {
  site: string
  firstName: string
  lastName: string
  entries: readonly ResultEntry[]
  /** The label of the season that a date lies in. */
  seasonOn: (date: string) => string | null
}

/** What the cards show; null for somebody who has no final score yet. */
export function cardData({ site, firstName, lastName, entries, seasonOn }: CardSource): CardData | null {
  const done = entries.flatMap((entry) =>
    entry.eventTestStatus === 'completed' && entry.eventTestScore !== null
      ? [{ entry, date: entry.eventTestDate, score: entry.eventTestScore }]
      : [],
  )
  const [newest] = done
  if (!newest) return null
  const tests: Partial<Record<TestType, number>> = {}
  for (const { testType, score } of newest.entry.results) {
    const test = KEY.get(testType.toLowerCase())
    if (test && score !== null) tests[test] = score
  }
  const finals = done.map(({ date, score }) => ({ date, score })).reverse()
  return {
    site,
    name: shortName(firstName, lastName),
    season: newest.date === null ? null : seasonOn(newest.date),
    latest: { date: newest.date, score: newest.score, tests },
    best: finals.reduce((best, final) => (final.score > best.score ? final : best)),
    finals,
  }
}
