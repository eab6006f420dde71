// RULES 13.6
import { describe, expect, it } from 'vitest'
import { ApiFailure, normaliseFailure } from './failure'

const of = (status: number, statusText: string, body: unknown) => {
  const { errorCode, errorMessage } = normaliseFailure(null, { status, statusText, body })
  return { errorCode, errorMessage }
}

describe('a failure in the shape of the specification', () => {
  it("takes the server's error object first", () => {
    const body = {
      succeeded: false,
      data: null,
      error: { errorCode: 'SLOT_FULL', errorMessage: 'Full.', field: 'eventTestTime' },
    }
    const failure = normaliseFailure(null, { status: 409, statusText: 'Conflict', body })
    expect(failure).toMatchObject({
      errorCode: 'SLOT_FULL',
      errorMessage: 'Full.',
      status: 409,
      field: 'eventTestTime',
    })
  })

  it('reads a code that is a number as its text', () => {
    const body = { error: { errorCode: 422, errorMessage: 'User already onboarded' } }
    expect(of(422, '', body)).toEqual({ errorCode: '422', errorMessage: 'User already onboarded' })
  })

  it('else takes the HTTP status and the message', () => {
    expect(of(502, 'Bad Gateway', null)).toEqual({ errorCode: '502', errorMessage: 'Bad Gateway' })
    expect(of(500, 'x', { message: 'There is a problem' })).toEqual({
      errorCode: '500',
      errorMessage: 'There is a problem',
    })
  })

  it("with no response it is the request's code and an empty message", () => {
    expect(normaliseFailure(new TypeError('Failed to fetch'))).toMatchObject({
      errorCode: 'ERR_NETWORK',
      errorMessage: '',
      status: 0,
    })
    expect(normaliseFailure({ code: 'ECONNRESET' })).toMatchObject({
      errorCode: 'ECONNRESET',
      errorMessage: '',
    })
    expect(normaliseFailure(new DOMException('', 'AbortError'))).toMatchObject({ errorCode: 'ERR_CANCELED' })
  })

  it("is '400' otherwise", () => {
    expect(normaliseFailure('?')).toMatchObject({ errorCode: '400', errorMessage: '' })
    expect(of(200, 'OK', { succeeded: true })).toMatchObject({ errorCode: '400' })
  })

  it('leaves one that is normalised already', () => {
    const failure = new ApiFailure('SLOT_FULL', '', 409)
    expect(normaliseFailure(failure)).toBe(failure)
  })
})
