import { expect, test } from 'vitest'
import { together } from './AuditLog'
import type { AuditEntry } from './api'

const line = (auditId: string, subjectUaid: string, change: Partial<AuditEntry> = {}): AuditEntry => ({
  auditId,
  at: '2026-11-22T19:34:10Z',
  actorUaid: '7',
  actorName: 'Sasha Pike',
  actorRole: 2,
  action: 'health.listed',
  subjectUaid,
  subjectName: `Athlete ${subjectUaid}`,
  objectId: null,
  detail: {},
  ...change,
})

test('a tablet’s look at the day’s list is one line, whoever it shows', () => {
  const lines = together([
    line('a', '1'),
    line('b', '2'),
    line('c', '3', { actorUaid: '8' }),
    line('d', '4', { actorUaid: '8', at: '2026-11-22T19:33:10Z' }),
  ])
  expect(lines.map(({ entry, others }) => [entry.auditId, ...others.map(({ auditId }) => auditId)])).toEqual([
    ['a', 'b'],
    ['c'],
    ['d'],
  ])
})

test('each real look at somebody’s health keeps a line of its own', () => {
  const lines = together([
    line('a', '1', { action: 'health.read' }),
    line('b', '2', { action: 'health.read' }),
  ])
  expect(lines).toHaveLength(2)
})
