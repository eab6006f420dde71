import { expectTypeOf, test } from 'vitest'
import { api } from './client'
import type { Answer, Body, CallArguments, Data, Input, Narrow, Path, Request } from '../contract'
import { paging, reading, writing, type PagedQuery, type Query, type Write } from '../endpoints'

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

test('a write takes what its path and its body require', () => {
  const rename = writing('put', 'user/crew/{crewId}')
  expectTypeOf(rename).returns.resolves.toEqualTypeOf<Answer<'Crew'>>()
  expectTypeOf<{ crewId: string; name: string }>().toExtend<Input<'put', 'user/crew/{crewId}'>>()
  expectTypeOf<{ crewId: string }>().not.toExtend<Input<'put', 'user/crew/{crewId}'>>()
  expectTypeOf<{ name: string }>().not.toExtend<Input<'put', 'user/crew/{crewId}'>>()
  expectTypeOf<{ crewId: string; name: number }>().not.toExtend<Input<'put', 'user/crew/{crewId}'>>()
  expectTypeOf<Input<'post', 'event/admin/clock'>>().toBeVoid()
  // A query is no part of the input.
  expectTypeOf<Input<'post', 'content/{libraryId}/authoring/v1/images'>>().toEqualTypeOf<never>()
  // @ts-expect-error -- the document has no such path
  writing('put', 'user/crews')
})

test('a write may take less and give a narrower answer, but nothing else', () => {
  type Open = { season: number; start: string; end: string }
  const add: Write<Open, Answer<'SeasonsAnswer'>> = writing('post', 'event/admin/seasons')
  expectTypeOf(add).parameter(0).toEqualTypeOf<Open>()
  // @ts-expect-error -- the document has a number here
  const wrongInput: Write<{ season: string }, unknown> = writing('post', 'event/admin/seasons')
  // @ts-expect-error -- the document has no such field
  const wrongAnswer: Write<Open, { years: number }> = writing('post', 'event/admin/seasons')
  expectTypeOf([wrongInput, wrongAnswer]).toBeArray()
})

test('a query takes what its path and its query require', () => {
  const queryKey = ['one']
  expectTypeOf(reading('user/crew/{crewId}', { path: { crewId: 'a' }, queryKey })).toEqualTypeOf<
    Query<Answer<'Crew'>>
  >()
  // @ts-expect-error -- without the value of its path
  reading('user/crew/{crewId}', { queryKey })
  // @ts-expect-error -- without what its query requires
  reading('event/admin/profile', { queryKey })
  // @ts-expect-error -- the document has no such field
  const wrong: Query<{ years: number }> = reading('event/admin/seasons', { queryKey })
  expectTypeOf(wrong).toBeObject()
})

test('only an answer with a cursor is read page by page', () => {
  const queryKey = ['many']
  expectTypeOf(paging('event/admin/coaches', { queryKey })).toEqualTypeOf<
    PagedQuery<Answer<'CoachesAnswer'>>
  >()
  // @ts-expect-error -- without a cursor
  paging('user/crew', { queryKey })
})
