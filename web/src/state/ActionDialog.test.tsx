import { render, screen } from '../test/kit'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../api/client/failure'
import { ActionDialog } from './ActionDialog'

interface ExampleProps {
  open: boolean
  error: ApiFailure | null
}

function Example({ open, error }: ExampleProps) {
  const operation = { status: error ? ('failed' as const) : ('loading' as const), error, reset: vi.fn() }
  return (
    <ActionDialog
      open={open}
      title="Leave?"
      yes="Leave"
      no="Stay"
      operation={operation}
      onYes={vi.fn()}
      onClose={vi.fn()}
    />
  )
}

it('shows why its write failed, but not that of an earlier write which failed after it was closed', () => {
  const before = new ApiFailure('SLOT_FULL', 'The slot is full.', 422)
  const { rerender } = render(<Example open error={null} />)
  rerender(<Example open={false} error={null} />)
  rerender(<Example open={false} error={before} />)
  rerender(<Example open error={before} />)
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(<Example open error={null} />)
  rerender(<Example open error={new ApiFailure('SLOT_FULL', 'The slot is full.', 422)} />)
  expect(screen.getByRole('alert').textContent).toMatch(/Someone just took the last place/)
})
