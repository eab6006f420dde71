import type { Member, Team } from '../features/teams/api'

/** A team of Friday 20 November. */
export const TEAM: Team = {
  teamBookingId: 't',
  teamName: 'Harriers',
  eventId: 'sixfold-academy',
  testDate: '2026-11-20',
  testTime: '10:00',
  lastTime: '10:00',
  uaid: '9',
  coachUaid: '9',
  coachName: 'Kim Coach',
  members: 2,
  completed: 0,
  rev: 4,
}

/** One of its athletes, booked at its time. */
export const teamMember = (uaid: string, more: Partial<Member> = {}): Member => ({
  uaid,
  firstName: 'Robin',
  lastName: 'Rival',
  emailAddress: '',
  eventBookingId: `b${uaid}`,
  eventTestCode: '7K3QXM',
  testDate: TEAM.testDate,
  testTime: TEAM.testTime,
  eventTestStatus: 'booked',
  eventTestType: 'test',
  tShirtSize: 'M',
  score: null,
  coachAccess: null,
  ...more,
})
