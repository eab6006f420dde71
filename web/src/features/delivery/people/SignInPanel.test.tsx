import { press, renderQueried, screen } from '../../../test/kit'
import { expect, it } from 'vitest'
import type { StaffProfile } from '../../../api/types'
import { SignInPanel } from './SignInPanel'

// RULES 10.3
it.each(['Reset two-step sign-in', 'Sign out everywhere'])(
  '%s speaks of no password, which single sign-on alone does without',
  async (act) => {
    renderQueried(
      <SignInPanel profile={{ uaid: '7', firstName: 'Ada', lastName: 'Stone' } as StaffProfile} />,
    )
    await press(act)
    const asked = await screen.findByRole('alertdialog')
    expect(asked.textContent).toMatch(/sign in /)
    expect(asked.textContent).not.toMatch(/password/i)
  },
)
