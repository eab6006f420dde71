/**
 * The types of the calls, from `schema.ts`, which is generated from the server's OpenAPI document. A path, query, body
 * or field that the document lacks fails the type check. Emits no code.
 */
import type { BookingStatus, Role } from '@sixfold/domain'
import type { components, paths } from './schema'

type Schemas = components['schemas']

export type { BookingStatus }
export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
export type RoleId = Role

/** Fields whose values are narrower than the document says, wherever they occur. */
interface Fields {
  eventTestStatus: BookingStatus
  role: RoleId
  testSlots: Record<Weekday, string[]>
  retestSlots: Record<Weekday, string[]>
}

/**
 * Fields that some answers omit instead of sending null. The document does not distinguish the two; `tests/structure` holds
 * the list to the server's.
 */
type Omitted =
  | 'ageGroup'
  | 'around'
  | 'arrivedAt'
  | 'assistanceType'
  | 'bookable'
  | 'campaignLogo'
  | 'coachAccess'
  | 'column'
  | 'cursor'
  | 'decided'
  | 'emergencyName'
  | 'emergencyNumber'
  | 'eventTestSequence'
  | 'females'
  | 'format'
  | 'help'
  | 'keptFrom'
  | 'kind'
  | 'lastError'
  | 'lastModified'
  | 'males'
  | 'max'
  | 'maxLength'
  | 'me'
  | 'measurement'
  | 'medicalIssues'
  | 'min'
  | 'missed'
  | 'notes'
  | 'onboardedAt'
  | 'onboardedDevice'
  | 'openings'
  | 'path'
  | 'previous'
  | 'protocolVersion'
  | 'provider'
  | 'ready'
  | 'reason'
  | 'restoredFrom'
  | 'savedBy'
  | 'signOutUrl'
  | 'since'
  | 'step'
  | 'undecided'

type Flat<T> = { [K in keyof T]: T[K] }

/** An object that the document does not describe becomes `object`; beside described fields it is dropped. */
type Described<T> = string extends keyof T
  ? T extends Record<string, never> & infer Rest
    ? string extends keyof Rest
      ? T[string] extends never
        ? object
        : T
      : Rest
    : T
  : T

type AnswerField<K, V> = K extends keyof Fields
  ? Fields[K] | Extract<V, null | undefined>
  : K extends Omitted
    ? Answered<V>
    : Answered<Exclude<V, undefined>>

type AnsweredObject<T> = keyof T extends never
  ? T
  : string extends keyof T
    ? T
    : Flat<
        {
          [K in keyof T as null extends T[K] ? (K extends Omitted ? never : K) : never]-?: AnswerField<
            K,
            T[K]
          >
        } & {
          [K in keyof T as null extends T[K] ? (K extends Omitted ? K : never) : K]: AnswerField<K, T[K]>
        }
      >

type Answered<T> = T extends readonly (infer Row)[]
  ? Answered<Row>[]
  : T extends object
    ? AnsweredObject<Described<T>>
    : T

type SentObject<T> = keyof T extends never
  ? unknown
  : string extends keyof T
    ? T
    : Flat<
        { [K in keyof T as null extends T[K] ? K : never]?: Sent<T[K]> } & {
          [K in keyof T as null extends T[K] ? never : K]: Sent<T[K]>
        }
      >

/** What a request may send: a field that is nullable or has a default may be omitted. */
type Sent<T> = T extends readonly (infer Row)[]
  ? readonly Sent<Row>[]
  : T extends object
    ? SentObject<Described<T>>
    : T

/** A schema of the document as an answer. */
export type Answer<Name extends keyof Schemas> = Answered<Schemas[Name]>

/** A schema of the document as a request body. */
export type Request<Name extends keyof Schemas> = Sent<Schemas[Name]>

/**
 * An answer with some fields narrower than in the document. Rejects a field that the document lacks or types
 * differently.
 */
export type Narrow<
  Name extends keyof Schemas,
  By extends { [K in keyof By]: K extends keyof Answer<Name> ? Answer<Name>[K] : never },
> = Flat<Omit<Answer<Name>, keyof By> & By>

type Method = 'get' | 'post' | 'put' | 'delete'

interface Enveloped {
  responses: { 200: { content: { 'application/json': { data: unknown } } } }
}

/** The paths below `/api/` that have a method and answer with an envelope. */
export type Path<M extends Method> = {
  [K in keyof paths]: paths[K][M] extends Enveloped ? (K extends `/api/${infer P}` ? P : never) : never
}[keyof paths]

type Operation<M extends Method, P extends string> = `/api/${P}` extends keyof paths
  ? paths[`/api/${P}`][M]
  : never

type DataOf<O> = O extends { responses: { 200: { content: { 'application/json': { data: infer D } } } } }
  ? Answered<D>
  : never

type BodyOf<O> = O extends { requestBody?: { content: { 'application/json': infer B } } }
  ? Sent<Exclude<B, null>>
  : Record<string, never> | undefined

/** Query values may come from the page's own address: their names are checked here, their values by the server. */
type InQuery<Q> = Q extends object
  ? { [K in keyof Q]: QueryValue } & ('eventId' extends keyof Q ? EventId : unknown)
  : Q

type QueryValue = string | number | boolean | null | undefined

/** Another spelling of `eventId`; the server reads both. */
interface EventId {
  eventID?: string
}

interface Common {
  signal?: AbortSignal
  /** One key for one intended write: a retry repeats it, another press makes a new one (`newKey()`). */
  idempotencyKey?: string
  /** A POST that changes nothing, such as a search: after the end of the session it is repeated like a GET. */
  isRead?: boolean
  /** How long to wait for the answer to begin, in milliseconds, instead of the usual time. */
  withinMs?: number
}

type PathAndQueryOf<O> = O extends { parameters: infer Given }
  ? {
      [
        K in keyof Given as K extends 'query' | 'path' ? ([Given[K]] extends [undefined] ? never : K) : never
      ]: InQuery<Given[K]>
    }
  : never

type OptionsOf<O> = Common & PathAndQueryOf<O>

type Optional<O> = object extends O ? [options?: O] : [options: O]

type PathOf<O> = O extends { parameters: { path: infer V } } ? { [K in keyof V]: string | number } : unknown

/** The values of a path and the fields of a body as one. A path that requires a query has none. */
type InputOf<O, Nothing = void> = O extends { parameters: { query: object } }
  ? never
  : unknown extends PathOf<O> & BodyOf<O>
    ? Nothing
    : PathOf<O> & BodyOf<O>

interface Call<O> {
  data: DataOf<O>
  body: BodyOf<O>
  options: Optional<OptionsOf<O>>
  pathAndQuery: PathAndQueryOf<O>
  input: InputOf<O>
}

type Calls = { [M in Method]: { [P in Path<M>]: Call<Operation<M, P>> } }

/** `data` of the envelope. */
export type Data<M extends Method, P extends Path<M>> = Calls[M][P]['data']

export type Body<M extends Method, P extends Path<M>> = Calls[M][P]['body']

/** The last argument of a call, optional if nothing in it is required. */
export type CallArguments<M extends Method, P extends Path<M>> = Calls[M][P]['options']

/** The values of a path and of a query. */
export type PathAndQuery<M extends Method, P extends Path<M>> = Calls[M][P]['pathAndQuery']

/** Everything that a write says: the values of its path and the fields of its body. */
export type Input<M extends Method, P extends Path<M>> = Calls[M][P]['input']
