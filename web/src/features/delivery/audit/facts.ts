// What a line of the audit log says beside its action: labels and values for a reader.
import { isCivilDate, shortDate } from '../../../academy/civil-date'
import { ROLE_NAME } from '../../../academy/names'
import { DATE_WORDS, SESSION_WORDS } from '../../../academy/slot-words'
import { isRecord } from '../../../api/json'
import { NUMBERS } from '../settings/rules'
import type { AuditEntry } from './api'

export type Fact = readonly [label: string, value: string]
type Fields = Readonly<Record<string, unknown>>

/** How the log shows an address or an account: the same one always looks the same, without naming anybody. */
export const MARK = /^[0-9a-f]{16}$/

/** Enough of a keyed hash to tell two apart. */
const MARK_SHOWN = 6

const METHODS: Readonly<Record<string, string>> = { credentials: 'password', sso: 'another account' }

/** Where `from` and `to` are not what was before and what is now. */
const NAMES_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'export.taken': { from: 'From', to: 'To' },
  'content.restored': { from: 'Version' },
}

/** Of something that is gone, what it was. */
const spread = (detail: Fields): Fields =>
  isRecord(detail.from) && detail.to === undefined ? { ...detail, ...detail.from, from: null } : detail

/** False and absent facts are left out, and so is the mark of an account whose name is shown beside it. */
export function factsOf({ subjectUaid, detail, action }: AuditEntry): Fact[] {
  const differences = differencesOf(detail)
  return [
    ...differences,
    ...Object.entries(spread(detail)).flatMap(([name, value]): Fact[] => {
      if (differences.length > 0 && (name === 'from' || name === 'to')) return []
      const mark = MARK.test(String(value))
      const label = name === 'from' && mark ? 'Network' : (NAMES_OF[action]?.[name] ?? FACT_NAME[name])
      if (label === undefined || value === null || value === false || value === '') return []
      if (name === 'account' && subjectUaid !== null) return []
      if (name === 'method') return [[label, METHODS[String(value)] ?? factText(value)]]
      if (action === 'role.changed') return [[label, roleText(value)]]
      if (name === 'changes' && Array.isArray(value)) return [[label, value.map(changeText).join('; ')]]
      return [[label, mark ? String(value).slice(0, MARK_SHOWN) : factText(value)]]
    }),
  ]
}

/** What is different in two versions of the same thing: tests of a result, settings. */
function differencesOf({ from, to }: Fields): Fact[] {
  if (Array.isArray(from) && Array.isArray(to)) {
    const before = new Map(from.filter(isRecord).map((test) => [test.TestType, test]))
    return to.filter(isRecord).flatMap((test): Fact[] => {
      const old = before.get(test.TestType)
      return old ? [[String(test.TestType), arrow(attemptsText(old), attemptsText(test))]] : []
    })
  }
  if (!isRecord(from) || !isRecord(to)) return []
  return Object.keys(to).flatMap((name): Fact[] => {
    const label = SETTING_NAME[name] ?? FACT_NAME[name]
    if (label === undefined || JSON.stringify(from[name]) === JSON.stringify(to[name])) return []
    const plain = [from[name], to[name]].every((value) => typeof value !== 'object' || value === null)
    return [[label, plain ? arrow(factText(from[name] ?? 'none'), factText(to[name] ?? 'none')) : 'changed']]
  })
}

const arrow = (before: string, now: string) => `${before} → ${now}`

/** The attempts of a test with its points, such as "45, 47 (56.67 points)". */
function attemptsText({ Attempts, score, status }: Fields): string {
  if (status === 'dnt') return 'did not test'
  const raws = Array.isArray(Attempts)
    ? Attempts.filter(isRecord).map((attempt) => String(attempt.score))
    : []
  return `${raws.join(', ')}${typeof score === 'number' ? ` (${score.toFixed(2)} points)` : ''}`
}

function roleText(role: unknown): string {
  const found = Object.entries(ROLE_NAME).find(([number]) => number === String(role))
  return found ? found[1] : factText(role)
}

const ACTS: Readonly<Record<string, string>> = { add: 'added', change: 'changed', remove: 'removed' }

/** The end of a session's name (RULES 3.4): its day, its start and its end. */
const SESSION_PLACE = /(\d{4}-\d\d-\d\d)-(\d\d:\d\d)-(\d\d:\d\d)$/

/** A change of the schedule, such as "training session, Wed 2 Dec 2026, 14:00 to 15:30, added". */
function changeText(change: unknown): string {
  if (!isRecord(change)) return factText(change)
  const { act, kind, date, name } = change
  const words: Readonly<Record<string, { inSentence: string }>> = { ...SESSION_WORDS, ...DATE_WORDS }
  const place = SESSION_PLACE.exec(String(name))
  return [
    words[String(kind)]?.inSentence ?? 'a session',
    ...(place ? [shortDate(place[1] ?? ''), `${place[2] ?? ''} to ${place[3] ?? ''}`] : []),
    ...(typeof date === 'string' ? [factText(date)] : []),
    ACTS[String(act)] ?? String(act),
  ].join(', ')
}

/** The labels of settings: as their forms have them. */
const SETTING_NAME: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NUMBERS.map(({ key, label }) => [key, label])),
  startDate: 'No booking before',
  openings: 'Openings',
  testSlots: 'Weekly times',
  retestSlots: 'Weekly times of retests',
  eventName: 'What people book',
  eventLocationName: 'Name of the academy',
  eventLocationAddress: 'Street and town',
  eventLocationPostCode: 'Postcode',
  eventLocationContactEmail: 'E-mail',
  eventLocationContactNumber: 'Phone',
  mapUrl: 'Link to a map',
}

/** The labels of the facts that are useful to a reader; the others stay in the log for programs. */
const FACT_NAME: Readonly<Record<string, string>> = {
  status: 'Status',
  date: 'Day',
  time: 'Time',
  bypass: 'Booking rules ignored',
  override: 'Another day’s code',
  late: 'Sent late',
  unchecked: 'Saved without a check',
  fields: 'Fields',
  reason: 'Reason',
  role: 'Role',
  from: 'Before',
  to: 'Now',
  what: 'What',
  changed: 'Changed',
  changes: 'What',
  rows: 'Rows',
  count: 'How many',
  bookings: 'Bookings affected',
  dates: 'Days',
  name: 'Name',
  score: 'Final',
  season: 'Season',
  version: 'Version',
  start: 'First day',
  end: 'Last day',
  test: 'Test',
  members: 'Athletes',
  added: 'Added',
  removed: 'Removed',
  // Of a sign-in.
  account: 'E-mail mark',
  method: 'Using',
  secondFactor: 'Two steps',
  provider: 'Through',
  because: 'Because',
}

/** The forms' labels for field names in JSON. */
const FIELD_NAME: Readonly<Record<string, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  emailAddress: 'e-mail',
  dateOfBirth: 'date of birth',
  tShirtSize: 't-shirt size',
  gender: 'gender',
  phoneNumber: 'phone',
  postcode: 'postcode',
  medicalIssues: 'medical notes',
  emergencyName: 'emergency contact',
  emergencyNumber: 'emergency number',
  sportPlayed: 'sport',
  sportLevel: 'level',
  improvement: 'what to improve',
  isCompetitor: 'leaderboards',
  socialMediaHandles: 'social media',
  assistanceRequired: 'assistance',
}

function factText(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return isCivilDate(value) ? shortDate(value) : (FIELD_NAME[value] ?? value)
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string')
      ? value.map(factText).join(', ')
      : String(value.length)
  if (isRecord(value) && typeof value.from === 'number' && typeof value.to === 'number')
    return arrow(value.from.toFixed(2), value.to.toFixed(2))
  return 'see the export'
}
