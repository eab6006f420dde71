import { describe, expect, it } from 'vitest'
import type { AuditEntry } from './api'
import { factsOf } from './facts'

const facts = (action: string, detail: AuditEntry['detail'], change: Partial<AuditEntry> = {}) =>
  factsOf({
    auditId: 'a',
    at: '2026-11-22T19:34:10Z',
    actorUaid: '7',
    actorName: 'Sasha Pike',
    actorRole: 3,
    action,
    subjectUaid: '1',
    subjectName: 'Casey Drummond',
    objectId: null,
    detail,
    ...change,
  })

describe('what a line of the audit log says', () => {
  it('shows the old and the new value of a correction', () => {
    const test = (raw: number, score: number) => ({ TestType: 'Power', Attempts: [{ score: raw }], score })
    const detail = {
      from: [test(45, 50)],
      protocolVersion: 1,
      reason: 'Wrong lane',
      score: { from: 50, to: 54.17 },
      to: [test(60, 75)],
    }
    expect(facts('result.corrected', detail)).toEqual([
      ['Power', '45 (50.00 points) → 60 (75.00 points)'],
      ['Reason', 'Wrong lane'],
      ['Final', '50.00 → 54.17'],
    ])
  })

  it('names only the settings that have changed', () => {
    const from = { daysAhead: 1, openings: [], slotCapacity: 6, startDate: null }
    const to = { daysAhead: 2, openings: [{ from: '2026-12-28' }], slotCapacity: 6, startDate: '2026-12-01' }
    expect(facts('settings.changed', { bookings: 0, from, to })).toEqual([
      ['Days of notice', '1 → 2'],
      ['Openings', 'changed'],
      ['No booking before', 'none → Tue 1 Dec 2026'],
      ['Bookings affected', '0'],
    ])
  })

  it('says what has changed in the schedule', () => {
    const changes = [
      { act: 'add', id: 'x', kind: 'training-session', name: 'training-session-2026-12-02-14:00-15:30' },
      { act: 'remove', id: 'y' },
      { act: 'add', kind: 'closed-date', date: '2026-12-24' },
    ]
    expect(facts('schedule.changed', { changes })).toEqual([
      [
        'What',
        'training session, Wed 2 Dec 2026, 14:00 to 15:30, added; a session, removed; closed day, Thu 24 Dec 2026, added',
      ],
    ])
  })

  it('takes the days of a list, a restored version and a removed season for what they are', () => {
    expect(facts('export.taken', { from: '2026-10-28', to: '2026-11-27', what: 'teams' })).toEqual([
      ['From', 'Wed 28 Oct 2026'],
      ['To', 'Fri 27 Nov 2026'],
      ['What', 'teams'],
    ])
    expect(facts('content.restored', { from: 2, rev: 5 })).toEqual([['Version', '2']])
    const season = { season: 14, start: '2027-01-01', end: '2027-04-30' }
    expect(facts('season.removed', { from: season })).toEqual([
      ['Season', '14'],
      ['First day', 'Fri 1 Jan 2027'],
      ['Last day', 'Fri 30 Apr 2027'],
    ])
  })

  it('says which tests are scored otherwise, and by which version', () => {
    const [from, to] = [1, 2].map((version) => ({ version, tests: [{ TestType: 'Power', zero: version }] }))
    expect(facts('protocols.changed', { from, to, changed: ['Power'] })).toEqual([
      ['Version', '1 → 2'],
      ['Changed', 'Power'],
    ])
  })

  it('names roles, and shortens marks', () => {
    expect(facts('role.changed', { from: 1, to: 4 })).toEqual([
      ['Before', 'Athlete'],
      ['Now', 'Coach'],
    ])
    expect(
      facts('sign-in.done', { from: 'd05148d33261ca3f', method: 'credentials', secondFactor: false }),
    ).toEqual([
      ['Network', 'd05148'],
      ['Using', 'password'],
    ])
  })
})
