// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { isSomethingTyped } from '../../offline/typing'
import { DRAFT_STORAGE_KEY, EMPTY_DRAFT, notesCleared, onlyDraftFields, useSignUpDraft } from './draft'

/** Like a reload of the tab: memory is empty, the tab's storage is unchanged. */
async function reload() {
  const stored = sessionStorage.getItem(DRAFT_STORAGE_KEY) ?? ''
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
  sessionStorage.setItem(DRAFT_STORAGE_KEY, stored)
  await useSignUpDraft.persist.rehydrate()
}

beforeEach(() => {
  useSignUpDraft.getState().clear()
})

describe('the sign-up draft', () => {
  it('survives a reload', async () => {
    useSignUpDraft.getState().keep({ firstName: 'Ada', marketingPref1: true })
    await reload()
    expect(useSignUpDraft.getState().draft).toMatchObject({
      firstName: 'Ada',
      marketingPref1: true,
      tShirtSize: 'M',
    })
  })

  it('never writes a password or a screening answer, even when handed one', () => {
    const typed = { firstName: 'Ada', password: 'correct horse battery', PARQ: [true], healthConsent: true }
    useSignUpDraft.getState().keep(typed)
    const stored = sessionStorage.getItem(DRAFT_STORAGE_KEY) ?? ''
    expect(stored).toContain('Ada')
    expect(stored).not.toMatch(/password|PARQ|healthConsent|horse/)
  })

  it('keeps medical notes in memory alone, where going back finds them and a reload does not', () => {
    useSignUpDraft.getState().keep({ firstName: 'Ada', medicalIssues: 'asthma' })
    expect(useSignUpDraft.getState().draft.medicalIssues).toBe('asthma')
    expect(sessionStorage.getItem(DRAFT_STORAGE_KEY)).not.toMatch(/medical|asthma/)
    expect(isSomethingTyped()).toBe(true)
    useSignUpDraft.getState().clear()
    expect(isSomethingTyped()).toBe(false)
  })

  it('knows after a reload that there were medical notes, unless they were deleted before', async () => {
    const { keep } = useSignUpDraft.getState()
    const draft = () => useSignUpDraft.getState().draft
    keep({ medicalIssues: 'asthma' })
    expect(notesCleared(draft())).toBe(false)
    await reload()
    expect(notesCleared(draft())).toBe(true)
    keep({ emergencyName: 'Sam', medicalIssues: '' })
    expect(notesCleared(draft())).toBe(true)
    keep({ medicalIssues: 'asthma' })
    keep({ medicalIssues: '' })
    await reload()
    expect(notesCleared(draft())).toBe(false)
  })

  it('drops stored values of the wrong type', () => {
    expect(onlyDraftFields({ firstName: 7, lastName: 'King', marketingPref1: 'yes' })).toEqual({
      lastName: 'King',
    })
    expect(onlyDraftFields('nonsense')).toEqual({})
  })

  it('is empty again after sign-up', () => {
    useSignUpDraft.getState().keep({ firstName: 'Ada' })
    useSignUpDraft.getState().clear()
    expect(useSignUpDraft.getState().draft).toEqual(EMPTY_DRAFT)
    expect(sessionStorage.getItem(DRAFT_STORAGE_KEY)).not.toContain('Ada')
  })
})
