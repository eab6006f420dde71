import { expectTypeOf, test } from 'vitest'
import { api } from './client'
import type { Answer, Body, CallArguments, Data, Narrow, Path, Request } from '../contract'

type Sessions = Data<'get', 'user/sessions'>

test('a call knows the paths that answer its method', () => {
  expectTypeOf<'user/profile'>().toExtend<Path<'get'>>()
  expectTypeOf<'user/profil'>().not.toExtend<Path<'get'>>()
  expectTypeOf<'user/signup'>().not.toExtend<Path<'get'>>()
  expectTypeOf(api.get<'user/sessions'>).returns.resolves.toEqualTypeOf<Sessions>()
})

test('an answer has the fields of the document alone', () => {
  expectTypeOf<Sessions['sessions'][number]>().toHaveProperty('userAgent')
  expectTypeOf<Sessions['sessions'][number]>().not.toHaveProperty('browser')
  // The server sends null, though the document says that the field may be missing.
  expectTypeOf<Answer<'SessionView'>['userAgent']>().toEqualTypeOf<string | null>()
  // One of the fields that an answer omits.
  expectTypeOf<Answer<'SessionView'>['provider']>().toEqualTypeOf<string | null | undefined>()
  // An object that the document leaves open, narrowed wherever it occurs.
  expectTypeOf<Answer<'BookingSettings'>['testSlots']['monday']>().toEqualTypeOf<string[]>()
})

test('a narrower answer must fit the document', () => {
  type Device = Narrow<'SessionView', { method: 'credentials' | 'sso' }>
  expectTypeOf<Device['method']>().toEqualTypeOf<'credentials' | 'sso'>()
  expectTypeOf<Device>().toExtend<Answer<'SessionView'>>()
  // @ts-expect-error -- the document has a string here
  expectTypeOf<Narrow<'SessionView', { method: number }>>().toBeObject()
  // @ts-expect-error -- the document has no such field
  expectTypeOf<Narrow<'SessionView', { browser: string }>>().toBeObject()
})

test('a body and a query have the fields of the document alone', () => {
  expectTypeOf<{ code: string }>().toExtend<Body<'post', 'user/email/confirm'>>()
  expectTypeOf<{ code: number }>().not.toExtend<Body<'post', 'user/email/confirm'>>()
  expectTypeOf<{ eventTestDate: string }>().toExtend<Request<'BookingBody'>>()
  expectTypeOf<[{ query: { from: string } }]>().toExtend<CallArguments<'get', 'event/admin/schedule'>>()
  expectTypeOf<[{ query: { from: object } }]>().not.toExtend<CallArguments<'get', 'event/admin/schedule'>>()
})

test('what is required must be given', () => {
  expectTypeOf<[]>().toExtend<CallArguments<'get', 'user/profile'>>()
  expectTypeOf<[]>().not.toExtend<CallArguments<'get', 'event/admin/profile'>>()
  expectTypeOf<[{ path: object }]>().not.toExtend<CallArguments<'delete', 'user/share/{shareId}'>>()
})
