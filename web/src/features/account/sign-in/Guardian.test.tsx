import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { Guardian } from './Guardian'
import { renderQueried } from '../../../test/render'

vi.mock('../use-mailed-token', () => ({ useMailedToken: () => 'used-already' }))
vi.mock('../api', () => ({
  fetchGuardianRequest: () => Promise.reject(new ApiFailure('TOKEN_INVALID', '', 400)),
  confirmAsGuardian: () => Promise.reject(new Error('nothing is confirmed here')),
}))
vi.mock('../use-copy', async (original) => ({
  ...(await original<typeof import('../use-copy')>()),
  useItem: () => undefined,
}))

it('tells whoever opens a used link that it is used, before anything is pressed', async () => {
  renderQueried(<Guardian />)
  await screen.findByText(/used already or has run out/)
  expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull()
})
