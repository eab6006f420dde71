import { render, screen, within } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { AuditLog, together } from './AuditLog'
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

test.each(['coach.asked', 'coach.accepted', 'coach.unvouched'])(
  'names the coach to whom results were opened or closed (%s)',
  (action) => {
    render(createElement(AuditLog, { entries: [line('a', '1', { action, objectId: '10000009' })] }))
    const coach = screen.getByRole<HTMLAnchorElement>('link', { name: 'The coach' })
    expect(new URL(coach.href).searchParams.get('uaid')).toBe('10000009')
  },
)

test.each(['booking.move', 'result.removed', 'result.corrected', 'result.imported'])(
  'leads to the visit (%s)',
  (action) => {
    render(createElement(AuditLog, { entries: [line('a', '1', { action, objectId: 'b1' })] }))
    const booking = screen.getByRole<HTMLAnchorElement>('link', { name: 'The booking' })
    const { searchParams } = new URL(booking.href)
    expect([searchParams.get('section'), searchParams.get('booking')]).toEqual(['bookings', 'b1'])
  },
)

test('only an act from a network is somebody’s who is not signed in', () => {
  const nobody = { actorUaid: null, actorName: '', actorRole: null }
  const entries = [
    line('a', '1', { ...nobody, action: 'sign-in.refused', detail: { from: 'd05148d33261ca3f' } }),
    line('b', '1', { ...nobody, action: 'role.changed', detail: { from: 1, to: 3 } }),
    line('c', '1', { ...nobody, action: 'role.changed', detail: { from: 1, to: 3, provider: 'club' } }),
    line('d', '1', { detail: { from: 'd05148d33261ca3f' } }),
  ]
  render(createElement(AuditLog, { entries }))
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    'Somebody not signed in',
    'The site itself',
    'The site itself',
    'Sasha PikeIn-store',
  ])
})
