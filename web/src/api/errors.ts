/**
 * The only place that turns an error's code into a sentence. Each says what happened and what to do, in British
 * English, to the person whose request it was. A code that is not here falls back on the server's own sentence.
 */
import { ApiFailure, NETWORK_CODE } from './failure'

const SENTENCES: Record<string, string> = {
  // Slots and dates.
  SLOT_FULL: 'Someone just took the last place at that time. Pick another time, or join the waiting list.',
  RETEST_TOO_SOON: 'It is too soon after your last test. Pick a later date for your retest.',
  DATE_PAST: 'That day has gone. Pick another one.',
  DATE_TOO_EARLY: 'That is too soon: the academy needs a little notice. Pick a later day.',
  DATE_BEFORE_START: 'Booking has not opened for that day yet. Pick a later one.',
  DATE_TOO_LATE: 'That is further ahead than booking goes. Pick an earlier day.',
  DATE_CLOSED: 'The academy is closed that day. Pick another one.',
  DATE_INVALID: 'That is not a date in the calendar. Check the day and the month.',
  DATE_OUT_OF_RANGE: 'That date is out of range. Check the year.',
  BANK_HOLIDAY: 'That is a bank holiday. Pick another day.',
  NOT_OFFERED: 'There is no test at that time. Pick one of the times shown.',
  TIME_OFF_GRID: 'Tests start on the quarter hour. Pick one of the times shown.',
  TIME_INVALID: 'That is not a time of day. Pick one of the times shown.',
  TIME_DUPLICATE: 'That time is on the list already.',
  SESSION_REVERSED: 'A session has to end after it starts. Check both times.',
  TIME_PAST: 'That time has gone. Pick a later one.',
  CLOSED_SESSION: 'The academy is closed at that time. Pick another one.',
  TRAINING_SESSION: 'The team is training at that time. Pick another one.',

  // Bookings.
  STATUS_CONFLICT: 'That booking has changed meanwhile. Reload the page to see where you stand.',
  STATUS_UNKNOWN: 'That is not a state a booking can have.',
  CANCEL_TOO_LATE: 'It is too late to cancel online. Call the academy and we will sort it out.',
  SLOT_NOT_FULL: 'Good news: there is a place at that time again. Book it now.',
  BOOKING_OPEN_EXISTS: 'You already have a booking. Change or cancel it under My tests first.',
  OFFER_GONE: 'That offer has run out and the place went to the next in line.',
  WAITLIST_LIMIT: 'You are on as many waiting lists as one athlete can be. Leave one first.',
  TYPE_UNKNOWN: 'That is neither a test nor a retest.',
  SCREENING_NOT_CLEARED:
    'One of your screening answers needs a word with our team first. Ask for an assistance booking and we will call you.',
  CODE_INVALID: 'That is not a booking code. It has six letters and digits.',
  KIOSK_UNKNOWN: 'This screen is not in use any more. Ask the team for a new link.',
  CODE_OTHER_DAY: 'That booking is for another day.',
  SCREENING_REQUIRED: 'Finish your health screening first, then book.',
  SCREENING_EXPIRED: 'Your health screening is over a year old. Answer it again, then book.',
  GUARDIAN_REQUIRED: 'You are under 18, so a parent or guardian has to confirm first.',
  CONSENT_REQUIRED: 'Tick the consent to go on.',
  HEALTH_CONSENT_REQUIRED: 'We need your consent to hold health details before you can book.',

  // Teams.
  TEAM_TOO_LARGE: 'There are not enough places left at that time for the whole team. Pick another time.',
  TEAM_MEMBERS: 'Not everyone in this team can be booked. Nothing was changed.',
  TEAM_CHANGED: 'Someone else has changed this team meanwhile. Look at both versions.',
  TEAM_EMPTY: 'Put at least one athlete into the team.',
  TEAM_LIMIT: 'A team has at most 60 athletes. Make two of them.',
  TEAM_NAME_INVALID: 'Give the team a name of 1 to 60 characters.',
  COACH_UNKNOWN: 'There is no coach with that number. Pick one from the list.',

  // Seasons and booking settings.
  SEASON_BUILT_IN: 'The first ten seasons stay as they are. Change a later one.',
  SEASON_CHANGED: 'Someone else has changed this season meanwhile. Look at their dates first.',
  SEASON_GAP: 'A season starts the day after the one before ends. Check the start.',
  SEASON_HAS_FINALS: 'Athletes have finals on those days, so the season has to keep them.',
  SEASON_NOT_LAST: 'Seasons follow one another: only the last one can be removed.',
  SEASON_NUMBER: 'Seasons are numbered without a gap. Reload to see the next number.',
  SEASON_REVERSED: 'A season ends before it starts. Check both dates.',
  SETTINGS_CHANGED: 'Someone else has changed the settings meanwhile. Look at both versions.',
  SETTING_OUT_OF_RANGE: 'That number is out of range. Check the highlighted setting.',

  // Results from elsewhere, corrections and protocols.
  IMPORT_REFUSED: 'Nothing was imported. Mend the lines below and try again.',
  PROTOCOL_CHANGED: 'Someone else has changed the protocols meanwhile. Reload to see theirs.',
  PROTOCOL_INVALID: 'These protocols cannot score anyone. Check marks, ranges and attempts.',
  REASON_REQUIRED: 'Say in a few words why.',

  // Story cards and their public links.
  NO_RESULT: 'There is no result to draw a card of. A score that is held back waits for its reveal.',
  SHARE_OPT_IN: 'You are under 18: first say yourself that others may see your results, then make the link.',

  // The reveal.
  REVEAL_RUNNING: 'A ceremony is running already. Go on with it, or end it first.',
  REVEAL_NOT_RUNNING: 'No ceremony is running any more.',
  REVEAL_MOVED: 'The ceremony has moved on meanwhile.',
  REVEAL_STEP: 'There is no step that way.',
  NOTHING_HELD: 'Nothing is held back any more.',
  ACTION_UNKNOWN: 'A reveal cannot do that. Reload the page and try again.',
  STREAMS_FULL: 'Every seat at the live board is taken. It tries again by itself.',

  // Pictures of the content hub.
  IMAGE_KIND: 'That is no PNG, JPEG or WebP picture. Save it as one of these and try again.',
  IMAGE_DAMAGED: 'That picture is damaged. Save it again and try once more.',
  IMAGE_TOO_LARGE: 'That picture is more than 10,000 pixels on a side. Save it smaller and try again.',
  WIDTH_INVALID: 'A picture’s width is a whole number.',
  CURSOR_INVALID: 'That list has moved on. Start it from the beginning.',
  CONTENT_AWAY: 'This page is out of reach for a moment. Try again shortly.',
  CONTENT_CHANGED: 'Someone else has saved this meanwhile. Look at both versions.',
  CONTENT_EXISTS: 'There is, or was, an item with that id. Choose another.',
  CONTENT_IN_USE: 'Other items show this one. Take it out of them first.',
  CONTENT_INVALID: 'Not ready for visitors yet. Look at what is marked.',
  CONTENT_MALFORMED: 'That does not fit its type. Reload the page and try again.',
  CONTENT_NEEDED: 'The site cannot do without this one.',
  CONTENT_REMOTE: 'This content is written in another system.',

  // Signing in and up.
  CredentialsSignin: 'That e-mail address and password do not match. Check both and try again.',
  TooManyRequests:
    'That was a lot of tries. Take a quarter of an hour, then go again, or set a new password.',
  CREDENTIALS_WRONG: 'That e-mail address and password do not match. Check both and try again.',
  CREDENTIALS_MIXED: 'Two sign-ins got mixed up. Reload the page and sign in again.',
  SessionRequired: 'Sign in to see this page.',
  AccessDenied: 'Your account may not sign in here.',
  SecondFactorRequired: 'Nearly in. Type the code from your authenticator app.',
  SecondFactorWrong: 'That code does not fit. Wait for the next one, or use a recovery code.',
  PasswordChanged: 'Your new password is set. Sign in with it.',
  OAuthSignin: 'Signing in with that account did not start. Try again, or use another way in.',
  OAuthCallback: 'Signing in with that account did not work. Start again from here.',
  OAuthCreateAccount: 'We could not make an account for you from that account. Try another way in.',
  EmailCreateAccount: 'We could not make an account. Try again.',
  Callback: 'Signing in with that account was stopped. Try again, or use another way in.',
  OAuthAccountNotLinked: 'Sign in with your password first, then connect that account in My Profile.',
  EmailSignin: 'We could not send the e-mail. Try again.',
  Signin: 'Signing in did not work. Try again.',
  Default: 'Signing in did not work. Try again.',
  POPUP_BLOCKED: 'Your browser blocked the new tab. Allow it for this site, then press again.',
  AUTH_MODE: 'Sign in with your club account here; passwords are switched off.',
  EMAIL_TAKEN: 'There is an account with that e-mail address already. Sign in, or reset your password.',
  EMAIL_INVALID: 'Enter an e-mail address like name@example.com.',
  PASSWORD_TOO_SHORT: 'Choose a password of at least 12 characters.',
  PASSWORD_TOO_LONG: 'Keep your password to 128 characters.',
  PASSWORD_COMMON: 'That password is one of the most common ones. Choose another.',
  PASSWORD_WRONG: 'That is not your current password.',
  TOKEN_INVALID: 'That link has been used or has run out. Ask for a new one.',
  SECOND_FACTOR_REQUIRED: 'Nearly in. Type the code from your authenticator app.',
  SECOND_FACTOR_WRONG: 'That code does not fit. Wait for the next one and try that.',
  SECOND_FACTOR_ENROLLED: 'Two-step sign-in is on already. Reload the page to see it.',
  SECOND_FACTOR_NOT_BEGUN: 'That took a little long. Start again with your password.',
  SECOND_FACTOR_NEEDED: 'Your role needs two-step sign-in. Turn it on in My Profile, then come back.',
  LAST_SIGN_IN: 'That is your only way in. Set a password first, then disconnect it.',
  IDENTITY_TAKEN: 'That account opens another account here already. Sign in with it to see which.',
  SIGNATURE_MISSING: 'That did not go through. Reload the page and try again.',
  SIGNATURE_STALE: 'That took too long, or a clock is wrong. Check the time of your device and try again.',
  SIGNATURE_USED: 'That was sent twice. Reload the page and try again.',
  SIGNATURE_WRONG: 'That did not go through. Reload the page and try again.',
  SIGN_IN_AGAIN: 'To be sure that it is you, sign in again first.',
  UNAUTHORISED: 'You have been signed out. Sign in again; what you typed stays.',
  CSRF: 'This page is out of date. Reload it and try again.',
  FORBIDDEN: 'Your account may not do that.',
  UAID_INVALID: 'That is not an athlete number.',
  UAID_REQUIRED: 'The athlete number is missing.',
  UAID_TOO_LONG: 'That is not an athlete number.',

  // People.
  AGE_OUT_OF_RANGE: 'You must be 16 to 99 to take part.',
  DATE_OF_BIRTH_REQUIRED: 'Enter your date of birth.',
  DATE_OF_BIRTH_INVALID: 'Enter your real date of birth.',
  GUARDIAN_EMAIL_REQUIRED: 'You are under 18, so we need the e-mail of a parent or guardian.',
  GUARDIAN_EMAIL_INVALID: 'Enter an e-mail address like name@example.com.',
  GUARDIAN_EMAIL_OWN: 'Give your parent or guardian’s e-mail address, not your own.',
  INSTAGRAM_INVALID: 'Use letters, digits, full stops and underscores only, with or without the @.',
  TIKTOK_INVALID: 'Use letters, digits, full stops and underscores only, with or without the @.',
  SOCIAL_MEDIA_INVALID: 'Use letters, digits, full stops and underscores only, with or without the @.',
  TSHIRT_SIZE_INVALID: 'Choose a size from the list.',
  TEXT_INVALID: 'There is a character in there that we cannot keep. Take it out.',
  TEXT_TOO_LONG: 'That is too long. Shorten it a little.',
  ROLE_INVALID: 'That is not a role we know.',
  PROFILE_CHANGED: 'Somebody has changed this profile since you opened it. Compare the two and save again.',
  CLEARANCE_NOT_NEEDED: 'Every health answer was a no. There is nothing to clear.',
  CLEARANCE_WITHOUT_SCREENING: 'They have to answer the health questions first.',
  OWN_CLEARANCE: 'Nobody clears themselves. Ask somebody else of the team.',
  LAST_DELIVERY: 'This is the last account that runs the programme. Give somebody else the role first.',
  OWN_ROLE: 'You cannot change your own role. Ask a colleague.',
  LAST_DELIVERY_ADMIN: 'This is the last account that runs the programme. Give somebody else the role first.',
  NAME_INVALID: 'Use letters, digits, spaces, apostrophes, hyphens or full stops, 60 at most.',
  POSTCODE_INVALID: 'That is not a UK postcode. Try the form SW11 8BZ.',
  PHONE_INVALID: 'Start with + and the country code, then 8 to 15 digits in all.',
  GENDER_INVALID: 'Choose one from the list.',
  REQUIRED: 'Fill this in.',
  ATTEMPT_OUT_OF_RANGE: 'That is outside what this test can measure. Check the number.',
  SCORE_INVALID: 'That is not a score.',
  SCORE_OUT_OF_RANGE: 'A score goes from 0 to 100.',
  TEST_CLOSED: 'That test was closed by someone else meanwhile.',

  // The desk.
  '422': 'This athlete is onboarded already. Look for them in the queue.',
  ATTEMPTS_MISSING: 'Record at least one attempt first.',
  ATTEMPTS_TOO_MANY: 'That is one attempt more than this test has.',
  ATTEMPT_DECIMALS: 'That has more decimals than this test is measured with.',
  ATTEMPT_INVALID: 'That is not a number. Type what you measured.',
  ATTEMPT_NEGATIVE: 'An attempt is never below zero. Check the number.',
  BOOKINGS_HIT: 'This change hits bookings. Say what becomes of each first.',
  KEEP_CLOSED: 'Nobody is there on a closed date. Move that booking, or call it off.',
  SCHEDULE_CHANGED: 'Somebody else has changed this meanwhile. Look at theirs first.',
  SESSION_OFF_GRID: 'A session starts and ends on the quarter hour.',
  SESSION_OVERLAP: 'There is a session of this kind at that time already.',
  BOOKING_CLOSED: 'That visit has ended. It takes no more results.',
  BOOKING_NOT_FOUND: 'That athlete has no such booking. Search for them again.',
  CODE_UNKNOWN: 'No booking has that code. Check it with the athlete.',
  CODE_USED: 'That code has served: its booking has ended.',
  NOT_ONBOARDED: 'Onboard the athlete with their code first.',
  RESULTS_DIFFER: 'Someone else recorded other results meanwhile. Look at both, then finish again.',
  RESULTS_EXIST: 'There are results already. Finish the visit instead.',
  TESTS_OPEN: 'Some tests are still open. Close them, or mark them as not taken.',
  TEST_UNKNOWN: 'That is none of the six tests.',

  // Requests in general.
  MALFORMED: 'Something in the form is not quite right. Check it and try again.',
  FIELD_MISSING: 'Fill this in.',
  FIELD_INVALID: 'Check this: it is not quite right.',
  FIELD_REQUIRED: 'Fill this in.',
  BODY_MISSING: 'That did not go through. Reload the page and try again.',
  BODY_BROKEN: 'That did not arrive whole. Check your connection and try again.',
  MALFORMED_JSON: 'That did not go through. Reload the page and try again.',
  NOT_JSON: 'That did not go through. Reload the page and try again.',
  METHOD_NOT_ALLOWED: 'That did not go through. Reload the page and try again.',
  QUERY_INVALID: 'There is something wrong with that address. Go back and try again.',
  RANGE_INVALID: 'Those dates do not work together. Check the first and the last.',
  IDEMPOTENCY_KEY: 'That did not go through. Reload the page and try again.',
  NOT_FOUND: 'We cannot find that. It may have gone meanwhile.',
  CONFLICT: 'Someone changed this meanwhile. Reload the page and try again.',
  IDEMPOTENCY_KEY_REUSED: 'That was sent twice with different details. Reload the page and try again.',
  BODY_TOO_LARGE: 'That is too much at once. Shorten it and try again.',
  TOO_MANY_REQUESTS: 'That was a lot of tries. Catch your breath for a minute, then go again.',
  UNAVAILABLE: 'We are having a breather. Try again in a moment.',
  MAINTENANCE: 'Half-time: we are working on the site. Your bookings are safe. Try again soon.',
  INTERNAL: 'Something broke on our side, not yours. Try again in a moment.',
  [NETWORK_CODE]: 'We cannot reach the academy. Check your connection and try again.',
  ECONNABORTED: 'That took too long. Check your connection and try again.',
  ERR_CANCELED: 'That was stopped before it was done. Try again.',
}

const BY_STATUS: Record<string, string> = {
  400: 'Something in the form is not quite right. Check it and try again.',
  401: 'You have been signed out. Sign in again; what you typed stays.',
  403: 'Your account may not do that.',
  404: 'We cannot find that. It may have gone meanwhile.',
  409: 'Someone changed this meanwhile. Reload the page and try again.',
  413: 'That is too much at once. Shorten it and try again.',
  415: 'That did not go through. Reload the page and try again.',
  422: 'That is against the rules here. Check it and try again.',
  429: 'That was a lot of tries. Catch your breath for a minute, then go again.',
  500: 'Something broke on our side, not yours. Try again in a moment.',
  502: 'We cannot reach the academy. Try again in a moment.',
  503: 'We are having a breather. Try again in a moment.',
  504: 'That took too long. Try again in a moment.',
}

/** A code and a message, from a failed call or from the state it was kept in. */
export interface FailureLike {
  errorCode: string
  errorMessage: string
  status?: number
}

const isSentence = (text: string) => /\s/.test(text.trim()) && /[.!?]$/.test(text.trim())

/** The sentence for a code alone; undefined for one we do not know. */
export const sentenceForCode = (code: string): string | undefined => SENTENCES[code] ?? BY_STATUS[code]

const MINUTE_S = 60

/** A wait in words that leave no doubt: never shorter than it is. */
export function waitWords(seconds: number): string {
  if (seconds < MINUTE_S) return 'a minute'
  const minutes = Math.ceil(seconds / MINUTE_S)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/** What to tell the person, for anything that was thrown or stored. */
export function errorSentence(error: unknown): string {
  const { errorCode, errorMessage, status } = toFailureLike(error)
  if (status === 429 && error instanceof ApiFailure && error.retryAfterS !== null)
    return `That was a lot of tries. Catch your breath for ${waitWords(error.retryAfterS)}, then go again.`
  if (errorCode === '422' && errorMessage)
    return errorMessage.endsWith('.') ? errorMessage : `${errorMessage}.`
  const own = SENTENCES[errorCode]
  if (own) return own
  if (isSentence(errorMessage) && (status ?? 0) < 500) return errorMessage
  return (
    BY_STATUS[errorCode] ?? BY_STATUS[String(status ?? '')] ?? 'Something went wrong. Try again in a moment.'
  )
}

function toFailureLike(error: unknown): FailureLike {
  if (error instanceof ApiFailure) return error
  if (typeof error === 'object' && error !== null && 'errorCode' in error) {
    const message = 'errorMessage' in error ? error.errorMessage : ''
    return { errorCode: String(error.errorCode), errorMessage: typeof message === 'string' ? message : '' }
  }
  return { errorCode: typeof error === 'string' ? error : '', errorMessage: '' }
}
