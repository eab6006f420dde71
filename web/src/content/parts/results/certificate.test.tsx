import { press, renderQueried, screen, waitFor } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import * as client from '../../../api/client/client'
import { saveFile } from '../../../components/save-file'
import { CertificateButton } from './CertificateButton'

vi.mock('../../../components/save-file', () => ({ saveFile: vi.fn() }))

it('saves the certificate of a visit under its day, and says why there is none', async () => {
  const file = vi.spyOn(client.api, 'file').mockRejectedValueOnce(new ApiFailure('NO_RESULT', '', 422))
  renderQueried(<CertificateButton bookingId="7" date="2026-11-21" />)
  await press('Certificate (PDF)')
  await screen.findByRole('alert')
  expect(saveFile).not.toHaveBeenCalled()
  const pdf = new Blob(['%PDF-'])
  file.mockResolvedValue(pdf)
  await press('Certificate (PDF)')
  await waitFor(() =>
    expect(saveFile).toHaveBeenCalledWith(expect.stringMatching(/-certificate-2026-11-21\.pdf$/), pdf),
  )
  expect(file).toHaveBeenLastCalledWith('user/certificate', 'application/pdf', { bookingId: '7' })
  expect(screen.queryByRole('alert')).toBeNull()
})
