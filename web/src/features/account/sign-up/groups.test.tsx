import { fireEvent, press, render, screen, userEvent, waitFor } from '../../../test/kit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { CONSENT_FALLBACK, PARQ_FALLBACK } from '../parq'
import { completeScreening, useScreeningAnswers } from '../screening'
import { AgeGroup } from './AgeGroup'
import { ConsentGroup } from './ConsentGroup'
import { HealthGroup } from './HealthGroup'
import { PersonGroup } from './PersonGroup'

beforeEach(() => {
  useScreeningAnswers.getState().clear()
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
})

describe('the date of birth', () => {
  const THIS_YEAR = new Date().getUTCFullYear()
  it.each([
    ['a day that is none', '31-2', THIS_YEAR - 17, false],
    ['somebody too young to take part', '1-1', THIS_YEAR - 15, false],
    ['somebody of sixteen', '1-1', THIS_YEAR - 16, true],
    ['an adult', '1-1', THIS_YEAR - 18, false],
  ])('of %s: a guardian is asked for only where one can help', async (_, dayAndMonth, year, asked) => {
    const [day = '', month = ''] = dayAndMonth.split('-')
    render(<AgeGroup stored={{ dateOfBirth: '', guardianEmail: '' }} onDone={vi.fn()} />)
    await userEvent.type(screen.getByRole('textbox', { name: 'Day' }), day)
    await userEvent.type(screen.getByRole('textbox', { name: 'Month' }), month)
    await userEvent.type(screen.getByRole('textbox', { name: 'Year' }), String(year))
    expect(screen.queryByLabelText(/guardian/) !== null).toBe(asked)
  })
})

it('the guardian is the one of the profile until another is named', async () => {
  const stored = {
    dateOfBirth: `${new Date().getUTCFullYear() - 17}-01-01`,
    guardianEmail: 'parent@families.example',
  }
  const address = () => screen.getByLabelText<HTMLInputElement>(/guardian/).value
  const { unmount } = render(<AgeGroup stored={stored} onDone={vi.fn()} />)
  expect(address()).toBe('parent@families.example')
  unmount()
  useSignUpDraft.getState().keep({ guardianEmail: 'other@families.example' })
  render(<AgeGroup stored={stored} onDone={vi.fn()} />)
  expect(address()).toBe('other@families.example')
})

describe('the two consents', () => {
  it('stand unticked, are asked for one by one, and are summed up on top with the focus', async () => {
    const done = vi.fn()
    render(<ConsentGroup content={CONSENT_FALLBACK} onBack={vi.fn()} onDone={done} />)
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map((box) => box.checked)).toEqual([false, false])
    await userEvent.click(screen.getByLabelText(CONSENT_FALLBACK.termsLabel))
    await press('Next')
    const summary = await screen.findByRole('alert')
    expect(summary.textContent).toContain('One thing to fix')
    expect(document.activeElement).toBe(summary)
    expect(done).not.toHaveBeenCalled()
    await userEvent.click(screen.getByLabelText(CONSENT_FALLBACK.healthLabel))
    await press('Next')
    await waitFor(() => expect(done).toHaveBeenCalledOnce())
  })

  it('are to the version of the text that is shown', async () => {
    const content = { ...CONSENT_FALLBACK, version: '2026-2' }
    render(<ConsentGroup content={content} onBack={vi.fn()} onDone={vi.fn()} />)
    await userEvent.click(screen.getByLabelText(content.termsLabel))
    await userEvent.click(screen.getByLabelText(content.healthLabel))
    useScreeningAnswers.getState().answer({ ageRange: true, parq: Array<boolean>(7).fill(false) })
    expect(completeScreening(useScreeningAnswers.getState())).toMatchObject({ consentVersion: '2026-2' })
  })

  it('are not ticked for another version of the text than was agreed to', () => {
    const [before, now] = ['2026-1', '2026-2'].map((version) => ({ ...CONSENT_FALLBACK, version }))
    useScreeningAnswers
      .getState()
      .answer({ consent: true, healthConsent: true, consentVersion: before?.version ?? null })
    const ticks = (content = CONSENT_FALLBACK) => {
      const { unmount } = render(<ConsentGroup content={content} onBack={vi.fn()} onDone={vi.fn()} />)
      const found = screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
      unmount()
      return found
    }
    expect(ticks(before)).toEqual([true, true])
    expect(ticks(now)).toEqual([false, false])
  })

  it('keeps its Enter from sending the form', () => {
    render(<ConsentGroup content={CONSENT_FALLBACK} onBack={vi.fn()} onDone={vi.fn()} />)
    const box = screen.getByLabelText(CONSENT_FALLBACK.termsLabel)
    expect(fireEvent.keyDown(box, { key: 'Enter' })).toBe(false)
  })
})

describe('the seven questions', () => {
  it('name each open one, and go on when all are answered', async () => {
    const done = vi.fn().mockResolvedValue([])
    useScreeningAnswers.getState().answer({ ageRange: true, consent: true, healthConsent: true })
    render(<HealthGroup content={PARQ_FALLBACK} onBack={vi.fn()} onDone={done} />)
    const noes = screen.getAllByRole('radio', { name: 'No' })
    for (const no of noes.slice(0, 6)) await userEvent.click(no)
    await press('Next')
    expect((await screen.findByRole('alert')).textContent).toContain('Answer question 7 of 7.')
    expect(done).not.toHaveBeenCalled()
    await userEvent.click(screen.getAllByRole('radio', { name: 'Yes' })[6] as HTMLElement)
    expect(screen.getByText(PARQ_FALLBACK.notClearedText)).toBeTruthy()
    await press('Next')
    await waitFor(() => expect(done).toHaveBeenCalledOnce())
    expect(completeScreening(useScreeningAnswers.getState())?.PARQ).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
      true,
    ])
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('PARQ')
  })

  it('says above the questions what the server refuses', async () => {
    const refused = { field: null, message: 'We cannot reach the academy.' }
    useScreeningAnswers.getState().answer({ parq: Array<boolean>(7).fill(false) })
    render(<HealthGroup content={PARQ_FALLBACK} onBack={vi.fn()} onDone={() => Promise.resolve([refused])} />)
    await press('Next')
    expect((await screen.findByRole('alert')).textContent).toContain(refused.message)
  })
})

describe('the person', () => {
  it('has the date of birth of their profile where another device began the sign-up', () => {
    render(<PersonGroup stored="2010-01-01" onBack={vi.fn()} onDone={vi.fn()} />)
    expect(screen.getByText('1 Jan 2010')).toBeTruthy()
  })

  it('leads back to the questions before', async () => {
    const onBack = vi.fn()
    render(<PersonGroup stored="2010-01-01" onBack={onBack} onDone={vi.fn()} />)
    await press('Back')
    expect(onBack).toHaveBeenCalledOnce()
  })
})
