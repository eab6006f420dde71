// A second client: speaks the wire directly, as another athlete or a script would.
import { randomUUID } from 'node:crypto'

export interface Answer<T = unknown> {
  status: number
  succeeded: boolean
  data: T
  error: { errorCode: string; errorMessage: string; field?: string } | null
}

export interface Athlete {
  uaid: string
  token: string
  emailAddress: string
  password: string
}

export interface Day {
  date: string
  open: boolean
  reason?: string
  slots: { time: string; remaining: number; available: boolean; reason?: string }[]
}

export interface Booked {
  uaid: string
  code: string
  eventBookingId: string
}

export interface Entry {
  eventBookingId: string
  eventTestDate: string
  eventTestTime: string
  eventTestStatus: string | null
  eventTestCode: string
}

export interface Profile {
  uaid: string
  firstName: string
  events: { eventId: string; eventList: Entry[] }[]
}

export const PASSWORD = 'six-corners-of-the-track'

let made = 0

/** An address nobody has used. */
export function newAddress(name = 'athlete'): string {
  made += 1
  return `${name}.${made}.${randomUUID().slice(0, 8)}@example.org`
}

export class Api {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async call<T>(method: string, path: string, body?: unknown, token?: string): Promise<Answer<T>> {
    const headers: Record<string, string> = {}
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (token) headers['authorization'] = `Bearer ${token}`
    if (method !== 'GET') headers['idempotency-key'] = randomUUID()
    const init: RequestInit = { method, headers }
    if (body !== undefined) init.body = JSON.stringify(body)
    const answer = await fetch(`${this.url}/api/${path}`, init)
    return { status: answer.status, ...((await answer.json()) as Omit<Answer<T>, 'status'>) }
  }

  /** The data of a call that has to succeed. */
  async ask<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    const answer = await this.call<T>(method, path, body, token)
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.error)}`)
    return answer.data
  }

  /**
   * An athlete who may book: signed up, cleared by the screening, registered. `yes`: to the first health question; `young`:
   * sixteen, with a guardian who has not answered.
   */
  async athlete(
    emailAddress = newAddress(),
    firstName = 'Robin',
    { yes = false, young = false }: { yes?: boolean; young?: boolean } = {},
  ): Promise<Athlete> {
    const dateOfBirth = young ? `${new Date().getUTCFullYear() - 17}-12-31` : '1996-04-12'
    const eligibility = {
      ageRange: true,
      consent: true,
      healthConsent: true,
      PARQ: Array<boolean>(7).fill(false).with(0, yes),
      ...(young ? { guardianEmail: newAddress('guardian') } : {}),
    }
    const person = { emailAddress, password: PASSWORD, dateOfBirth, eligibility }
    const signed = await this.ask<{ uaid: string; token: string }>('POST', 'user/signup', person)
    const profile = {
      token: signed.token,
      emailAddress,
      firstName,
      lastName: 'Rival',
      dateOfBirth,
      gender: 'female',
      phoneNumber: '+447700900123',
      postcode: 'SW11 8AB',
      isCompetitor: true,
    }
    await this.ask('POST', 'user/register', profile, signed.token)
    return { ...signed, emailAddress, password: PASSWORD }
  }

  async days(type: 'test' | 'retest' = 'test'): Promise<Day[]> {
    const data = await this.ask<{ days: Day[] }>('GET', `event/availability?type=${type}`)
    return data.days
  }

  profile(athlete: Athlete): Promise<Profile> {
    return this.ask<Profile>('GET', 'user/profile', undefined, athlete.token)
  }

  /** Somebody's bookings as their profile lists them, the newest first. */
  async entries(athlete: Athlete): Promise<Entry[]> {
    const { events } = await this.profile(athlete)
    return events.flatMap(({ eventList }) => eventList)
  }

  async entry(athlete: Athlete, bookingId: string): Promise<Entry | undefined> {
    return (await this.entries(athlete)).find(({ eventBookingId }) => eventBookingId === bookingId)
  }

  /** Books for an athlete, with their own token or one of staff. */
  book(
    athlete: Pick<Athlete, 'uaid' | 'token'>,
    date: string,
    time: string,
    extra: object = {},
  ): Promise<Answer<Booked>> {
    const body = {
      token: athlete.token,
      uaid: athlete.uaid,
      tShirtSize: 'M',
      assistanceRequired: false,
      emergencyName: 'Sam Rival',
      emergencyNumber: '+447700900456',
      eventTestDate: date,
      eventTestTime: time,
      eventTestType: 'test',
      eventTestStatus: 'booked',
      bypassBookingRule: false,
      ...extra,
    }
    return this.call<Booked>('POST', 'user/event/booking', body, athlete.token)
  }

  /** Books the first free time for an athlete. */
  async bookFirst(athlete: Athlete): Promise<Booked & { date: string; time: string }> {
    const day = (await this.days()).find(({ slots }) => slots.some(({ available }) => available))
    const time = day?.slots.find(({ available }) => available)?.time
    if (!day || !time) throw new Error('nothing is free')
    const booked = await this.book(athlete, day.date, time)
    if (booked.status !== 200) throw new Error(`booking: ${booked.status} ${JSON.stringify(booked.error)}`)
    return { ...booked.data, date: day.date, time }
  }
}
