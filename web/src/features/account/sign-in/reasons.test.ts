import { describe, expect, it } from 'vitest'
import { connectSentence, isCalm, signInSentence } from './reasons'

describe('why somebody is on the login page', () => {
  it('names the provider where the sentence is about it', () => {
    expect(signInSentence('OAuthAccountNotLinked', 'Club ID')).toBe(
      'Sign in with your password first, then connect Club ID in My Profile.',
    )
    expect(signInSentence('OAuthAccountNotLinked')).toContain('connect that account in My Profile')
  })

  it('speaks of no password where there are none', () => {
    const sentence = signInSentence('OAuthAccountNotLinked', 'Club ID', { passwords: false })
    expect(sentence).toMatch(/^We know your e-mail, but Club ID does not open the account you have here/)
    expect(sentence).not.toMatch(/password|My Profile/)
    expect(signInSentence('OAuthCallback', 'Club ID', { passwords: false })).toBe(
      signInSentence('OAuthCallback', 'Club ID'),
    )
  })

  it.each(['OAuthSignin', 'OAuthCallback', 'OAuthCreateAccount', 'Callback'])(
    '%s is told in words',
    (code) => {
      expect(signInSentence(code, 'Club ID')).toContain('Club ID')
    },
  )

  it('has a default for what it does not know', () => {
    expect(signInSentence('Whatever')).toBe('Signing in did not work. Try again.')
  })

  it('is calm where nothing went wrong', () => {
    expect(isCalm('SessionRequired')).toBe(true)
    expect(isCalm('CredentialsSignin')).toBe(false)
  })

  it('tells who is signed in that nothing was connected', () => {
    expect(connectSentence('OAuthAccountNotLinked', 'Club ID')).toMatch(
      /^Club ID is not connected: its e-mail/,
    )
    expect(connectSentence('OAuthCallback', null)).toMatch(/^That account is not connected/)
  })
})
