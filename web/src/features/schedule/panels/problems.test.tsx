// What the forms of a day and of a session say about a day that cannot be.
import { press, queriesKnowing, render, renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { holidaysQuery } from '../api'
import type { Edit, SessionPlan } from '../edit'
import { HolidaysPanel } from './HolidaysPanel'
import { SessionForm } from './SessionForm'

const TODAY = '2026-12-01'

async function readAloud(sentence: string) {
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain(sentence)
  expect(document.activeElement).toBe(summary)
}

it('reads out that the day of a session has gone', async () => {
  const onSave = vi.fn<(plan: SessionPlan) => void>()
  render(
    <SessionForm
      plan={{ kind: 'closed-session', date: '2026-11-30', start: 600, end: 660 }}
      session={null}
      today={TODAY}
      onClose={vi.fn<() => void>()}
      onSave={onSave}
      onRemove={vi.fn<() => void>()}
    />,
  )
  await press('Add the session')
  await readAloud('That day has gone.')
  expect(onSave).not.toHaveBeenCalled()
})

it('reads out that there is no day to make a bank holiday', async () => {
  const onEdit = vi.fn<(edit: Edit) => void>()
  renderQueried(
    <HolidaysPanel today={TODAY} onClose={vi.fn<() => void>()} onEdit={onEdit} />,
    queriesKnowing([holidaysQuery().queryKey, []]),
  )
  await press('Make it a bank holiday')
  await readAloud('Enter a day.')
  expect(onEdit).not.toHaveBeenCalled()
})
