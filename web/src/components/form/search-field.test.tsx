// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../test/kit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchField } from './SearchField'

describe('SearchField', () => {
  beforeEach(() => void vi.useFakeTimers())
  const field = (search: string, onSearch: (search: string) => void) => (
    <SearchField label="Search" name="test-search" search={search} onSearch={onSearch} />
  )
  const type = (text: string) =>
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: text } })

  it('tells what is typed once the typing pauses', () => {
    const onSearch = vi.fn()
    render(field('', onSearch))
    for (const text of ['s', 'st', 'sto']) type(text)
    expect(onSearch).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(1_000))
    expect(onSearch.mock.calls).toEqual([['sto']])
  })

  it('shows words that come from elsewhere, and keeps what is typed while its own come back', () => {
    const onSearch = vi.fn()
    const { rerender } = render(field('stone', onSearch))
    rerender(field('', onSearch))
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('')
    type('ree')
    act(() => void vi.advanceTimersByTime(1_000))
    type('reed')
    // The address follows the reported text, and more has been typed meanwhile.
    rerender(field('ree', onSearch))
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('reed')
    rerender(field('stone', onSearch))
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('stone')
  })
})
