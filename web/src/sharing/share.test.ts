import { describe, expect, it, vi } from 'vitest'
import { canShareLinks, shareLink, sharePicture, wayToShare } from './share'

/** What this browser's navigator can do. */
function able(what: Partial<Record<'canShare' | 'share' | 'clipboard', unknown>>) {
  vi.stubGlobal('navigator', what)
}
describe('a picture', () => {
  it('goes to the share sheet where there is one for files', () => {
    able({ canShare: ({ files }: ShareData) => files?.[0]?.type === 'image/png', share: vi.fn() })
    expect(wayToShare()).toBe('share')
  })

  it('is copied where the sheet takes no files, and only saved where neither is', () => {
    vi.stubGlobal('ClipboardItem', vi.fn())
    able({ canShare: () => false, clipboard: {} })
    expect(wayToShare()).toBe('copy')
    able({})
    expect(wayToShare()).toBeNull()
  })

  it('is handed over as a file with its name', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
    able({ share })
    expect(await sharePicture(new Blob(['png']), 'sixfold-season-card.png', 'Season card')).toBe(true)
    const [file] = share.mock.calls[0]?.[0].files ?? []
    expect([file?.name, file?.type]).toEqual(['sixfold-season-card.png', 'image/png'])
  })
})

describe('a link', () => {
  it('goes to any share sheet', () => {
    able({ share: vi.fn() })
    expect(canShareLinks()).toBe(true)
    able({})
    expect(canShareLinks()).toBe(false)
  })

  it('that somebody did not share after all is no failure', async () => {
    able({ share: () => Promise.reject(new DOMException('closed', 'AbortError')) })
    expect(await shareLink('https://sixfold.example/', 'Season card')).toBe(false)
    able({ share: () => Promise.reject(new DOMException('no', 'NotAllowedError')) })
    await expect(shareLink('https://sixfold.example/', 'Season card')).rejects.toThrow('no')
  })
})
