/**
 * The only place that turns an error's code into a sentence. Each says what happened and what to do, in British
 * English, to the person who made the request. An unknown code falls back on the server's own sentence.
 */
import { REFUSAL_ADVICE } from '../academy/refusal-advice'
import { ApiFailure, NETWORK_CODE } from './client/failure'

const SENTENCES: Record<string, string> = {
  // Slots and dates; those of the slot rules are generated from the rules.
  ...REFUSAL_ADVICE,
  DATE_INVALID: 'That is not a date in the calendar. Check the day and the month.',
  DATE_OUT_OF_RANGE: 'That date is out of range. Check the year.',
  TIME_INVALID: 'That is not a time of day. Pick one of the times shown.',
  TIME_DUPLICATE: 'That time is on the list already.',
  SESSION_REVERSED: 'A session has to end after it starts. Check both times.',

  // Bookings.
  STATUS_CONFLICT: 'That booking has just changed. Reload the page to see how it stands now.',
  STATUS_UNKNOWN: 'A booking cannot have that status.',
  CANCEL_TOO_LATE: 'It is too late to cancel online. Call the academy and we will sort it out.',
  SLOT_NOT_FULL: 'Good news: there is a place at that time again. Book it now.',
  BOOKING_OPEN_EXISTS: 'You already have a booking. Change or cancel it under My tests first.',
  OFFER_GONE: 'That offer has run out and the place went to the next in line.',
  WAITLIST_LIMIT: 'You are on as many waiting lists as one athlete can join. Leave one first.',
  ALERT_LIMIT: 'You have as many alerts as one athlete can have. Remove one first.',
  ALERT_UNTIL: 'Choose a last day after today, at most 180 days ahead.',
  TYPE_UNKNOWN: 'Choose a test or a retest.',
  SCREENING_NOT_CLEARED:
    'One of your screening answers needs a word with our team first. Ask for an assistance booking and we will call you.',
  CODE_INVALID: 'That is not a booking code. It has six letters and digits.',
  KIOSK_UNKNOWN: 'This screen is no longer in use. Ask the team for a new link.',
  CODE_OTHER_DAY: 'That booking is for another day.',
  SCREENING_REQUIRED: 'Finish your health screening first, then book.',
  SCREENING_EXPIRED: 'Your health screening is over a year old. Answer it again, then book.',
  GUARDIAN_REQUIRED: 'You are under 18, so a parent or guardian has to confirm first.',
  CONSENT_REQUIRED: 'Tick the consent to go on.',
  HEALTH_CONSENT_REQUIRED: 'We need your consent to hold health details before you can book.',

  // Teams.
  TEAM_TOO_LARGE: 'There are not enough places left at that time for the whole team. Pick another time.',
  TEAM_MEMBERS: 'Not everyone in this team can be booked. Nothing was changed.',
  TEAM_CHANGED: 'Someone else has just changed this team. Compare the two versions.',
  TEAM_EMPTY: 'Add at least one athlete to the team.',
  TEAM_LIMIT: 'A team has at most 60 athletes. Split it into two.',
  TEAM_NAME_INVALID: 'Give the team a name of 1 to 60 characters.',
  COACH_UNKNOWN: 'There is no coach with that number. Pick one from the list.',

  WAITING_ROOM: 'The academy is full right now. Wait a moment, then try again.',

  // Seasons and booking settings.
  SEASON_BUILT_IN: 'The first ten seasons stay as they are. Change a later one.',
  SEASON_CHANGED: 'Someone else has just changed this season. Check their dates first.',
  SEASON_GAP: 'A season starts the day after the previous one ends. Check the start.',
  SEASON_HAS_FINALS: 'Athletes have finals on those days, so they have to stay in the season.',
  SEASON_NOT_LAST: 'Seasons follow one another: only the last one can be removed.',
  SEASON_NUMBER: 'Season numbers run without gaps. Reload to see the next one.',
  SEASON_REVERSED: 'A season ends before it starts. Check both dates.',
  OPENINGS_TOO_MANY: 'There are as many openings as there can be. Remove one whose days are over.',
  OPENING_NOT_WHOLE_MINUTE: 'Booking opens on a whole minute. Check the time.',
  OPENING_OVERLAP: 'Some of these days are in another opening already. Check both dates.',
  OPENING_REVERSED: 'The last day is before the first. Check both dates.',
  OPENING_TIME_TWICE: 'The clocks go back that night, so that time comes twice. Choose another one.',
  OPENING_TOO_FAR: 'The last day is more than two years after booking opens. Check the year.',
  OPENING_TOO_LATE: 'Booking would open after the last day. Check the dates.',
  SETTINGS_CHANGED: 'Someone else has just changed the settings. Compare the two versions.',
  SETTING_OUT_OF_RANGE: 'That number is out of range. Check the highlighted setting.',

  // Results from elsewhere, corrections and protocols.
  IMPORT_REFUSED: 'Nothing was imported. Fix the lines below and try again.',
  PROTOCOL_CHANGED: 'Someone else has just changed the protocols. Reload to see their version.',
  PROTOCOL_INVALID: 'These protocols cannot score anyone. Check marks, ranges and attempts.',
  REASON_REQUIRED: 'Say in a few words why.',

  // Story cards and their public links.
  NO_RESULT: 'There is no result to make a card from yet. A held result waits for its reveal.',
  SHARE_OPT_IN: 'You are under 18: first choose to let others see your results, then make the link.',
  PHOTO_TOO_LARGE: 'That photograph is too large. Choose a smaller one.',
  PHOTO_TYPE: 'That is not a JPEG, PNG or WebP picture. Choose another.',
  PHOTO_UNREADABLE: 'That photograph cannot be read. Choose another.',
  PHOTO_TAKEN_DOWN: 'Our team has taken this photograph down once, so it cannot be shared. Choose another.',

  // Crews.
  CREW_NOT_FOUND: 'You are not in this crew. It may have been deleted, or its owner removed you.',
  CREW_LINK_INVALID: 'This crew link opens nothing any more. Ask for the new one.',
  MEMBER_NOT_FOUND: 'That member has left already.',
  CREW_OWNER_ONLY: 'Only the owner of the crew can do that.',
  ALREADY_MEMBER: 'You are in this crew already.',
  CREW_FULL: 'This crew is full. Its owner has to make room first.',
  CREW_LIMIT: 'You are in as many crews as one person can be. Leave one first.',
  CREW_NAME_INVALID:
    'Use 1 to 40 letters, digits, spaces and the marks ’ - . , ( ) &, with at least one letter.',
  CREW_REMOVE_SELF: 'You cannot remove yourself. Leave the crew instead.',

  // The reveal.
  REVEAL_RUNNING: 'A ceremony is already running. Carry on with it, or end it first.',
  REVEAL_NOT_RUNNING: 'The ceremony has ended.',
  REVEAL_MOVED: 'The ceremony has just moved on.',
  REVEAL_STEP: 'There is no step in that direction.',
  NOTHING_HELD: 'No finals are being held.',
  ACTION_UNKNOWN: 'A reveal cannot do that. Reload the page and try again.',
  STREAMS_FULL: 'The live board is full right now. We keep trying.',
  STREAMS_OF_ADDRESS: 'Too many live boards are open on your network. Close one and try again.',

  // Pictures of the content hub.
  IMAGE_KIND: 'That is not a PNG, JPEG or WebP picture. Save it as one of these and try again.',
  IMAGE_DAMAGED: 'That picture is damaged. Save it again and retry.',
  IMAGE_TOO_LARGE: 'That picture has too many pixels. Save it smaller and try again.',
  WIDTH_INVALID: 'A picture’s width is a whole number.',
  CURSOR_INVALID: 'That list has changed. Start again from the top.',
  CONTENT_AWAY: 'We cannot load this page right now. Try again shortly.',
  CONTENT_CHANGED: 'Someone else has just saved this. Compare the two versions.',
  CONTENT_EXISTS: 'That id is taken, or was once. Choose another.',
  CONTENT_IN_USE: 'Other items use this one. Remove it from them first.',
  CONTENT_INVALID: 'Not ready to publish yet. Check what is marked.',
  CONTENT_MALFORMED: 'That does not fit its type. Reload the page and try again.',
  CONTENT_NEEDED: 'The site needs this item, so it has to stay.',
  CONTENT_REMOTE: 'This content is edited in another system.',

  // Signing in and up.
  CredentialsSignin: 'That e-mail address and password do not match. Check both and try again.',
  TooManyRequests:
    'That was a lot of tries. Wait a quarter of an hour, then try again, or set a new password.',
  CREDENTIALS_WRONG: 'That e-mail address and password do not match. Check both and try again.',
  CREDENTIALS_MIXED: 'Two sign-ins got mixed up. Reload the page and sign in again.',
  SessionRequired: 'Sign in to see this page.',
  AccessDenied: 'Your account may not sign in here.',
  SecondFactorRequired: 'Nearly there. Type the code from your authenticator app.',
  SecondFactorWrong: 'That code is not right. Wait for the next one, or use a recovery code.',
  PasswordChanged: 'Your new password is set. Sign in with it.',
  OAuthSignin: 'Signing in with that account did not start. Try again, or sign in another way.',
  OAuthCallback: 'Signing in with that account did not work. Start again from here.',
  OAuthCreateAccount: 'We could not sign you up with that account. Sign in another way.',
  EmailCreateAccount: 'We could not create an account. Try again.',
  Callback: 'Signing in with that account was stopped. Try again, or sign in another way.',
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
  PASSWORD_GUESSABLE:
    'That password is too easy to guess from your name, your e-mail or this site. Add words of your own.',
  PASSWORD_WRONG: 'That is not your current password.',
  TOKEN_INVALID: 'That link has been used or has expired. Ask for a new one.',
  SECOND_FACTOR_REQUIRED: 'Nearly there. Type the code from your authenticator app.',
  SECOND_FACTOR_WRONG: 'That code is not right. Wait for the next one and try that.',
  SECOND_FACTOR_ENROLLED: 'Two-step sign-in is already on. Reload the page to see it.',
  MAILED_CODE_NEEDED: 'We have mailed you a code of six digits. Type it here to go on.',
  MAILED_CODE_WRONG: 'That code is not right, or its ten minutes are over. Ask for a new one.',
  EMAIL_NEEDS_PASSWORD: 'Change your e-mail in My Profile: we ask for your password first.',
  CODE_WRONG: 'That’s not the code we sent. After five tries you need a new one.',
  CODE_SPENT: 'That code has run out. Send yourself a new one.',
  SECOND_FACTOR_NOT_BEGUN: 'That took a little long. Start again with your password.',
  SECOND_FACTOR_NEEDED:
    'Your role needs two-step sign-in or a passkey. Set one up in My Profile, then come back.',
  PASSKEY_EXISTS: 'This device keeps a passkey for your account already.',
  PASSKEY_EXPIRED: 'That took a little long. Try again.',
  PASSKEY_FAILED: 'This browser could not do that. Try another way.',
  PASSKEY_LIMIT: 'You have ten passkeys, which is the most. Remove one first.',
  PASSKEY_NAME_INVALID: 'Use 1 to 40 letters, digits, spaces, ’ - or full stops, with at least one letter.',
  PASSKEY_REFUSED: 'We could not accept that passkey. Try again, or choose another way.',
  PASSKEY_STOPPED: 'That was stopped, or took too long. Try again when you are ready.',
  PASSKEY_UNAVAILABLE: 'There are no passkeys on this site. Choose another way.',
  PASSKEY_UNKNOWN: 'That passkey is not in use here any more. Sign in another way.',
  LAST_SIGN_IN: 'That is your only way to sign in. Set a password first, then disconnect it.',
  IDENTITY_TAKEN:
    'That account is already connected to another Sixfold account. Sign in with it to see which.',
  SIGNATURE_MISSING: 'That did not go through. Reload the page and try again.',
  SIGNATURE_STALE: 'That took too long, or a clock is wrong. Check the time of your device and try again.',
  SIGNATURE_USED: 'That was sent twice. Reload the page and try again.',
  SIGNATURE_WRONG: 'That did not go through. Reload the page and try again.',
  SIGN_IN_AGAIN: 'Sign in again first, so we know it is you.',
  UNAUTHORISED: 'You have been signed out. Sign in again; what you typed is still here.',
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
  TEXT_INVALID: 'There is a character in there we cannot store. Take it out.',
  TEXT_TOO_LONG: 'That is too long. Shorten it a little.',
  ROLE_INVALID: 'That is not a role we know.',
  PROFILE_CHANGED: 'Somebody has changed this profile since you opened it. Compare the two and save again.',
  CLEARANCE_NOT_NEEDED: 'Every health answer was no. There is nothing to clear.',
  CLEARANCE_WITHOUT_SCREENING: 'They have to answer the health questions first.',
  OWN_CLEARANCE: 'You cannot clear yourself. Ask a colleague.',
  LAST_DELIVERY: 'This is the only account that runs the programme. Give someone else the role first.',
  OWN_ACCOUNT: 'That is your own account. Look after it in My Profile.',
  OWN_ROLE: 'You cannot change your own role. Ask a colleague.',
  LAST_DELIVERY_ADMIN: 'This is the only account that runs the programme. Give someone else the role first.',
  NAME_INVALID: 'Use letters, digits, spaces, apostrophes, hyphens or full stops, 60 at most.',
  POSTCODE_INVALID: 'That is not a UK postcode. Try something like SW11 8BZ.',
  PHONE_INVALID: 'Write the whole number, like 07700 900123, or with + and the country code.',
  GENDER_INVALID: 'Choose one from the list.',
  REQUIRED: 'Fill this in.',
  ATTEMPT_OUT_OF_RANGE: 'That is outside what this test can measure. Check the number.',
  SCORE_INVALID: 'That is not a score.',
  SCORE_OUT_OF_RANGE: 'A score is between 0 and 100.',
  TEST_CLOSED: 'Someone else has just closed that test.',

  // The desk.
  '422': 'This athlete is already onboarded. Look for them in the queue.',
  ATTEMPTS_MISSING: 'Record at least one attempt first.',
  ATTEMPTS_TOO_MANY: 'That is one attempt more than this test allows.',
  ATTEMPT_DECIMALS: 'That has more decimals than this test is measured to.',
  ATTEMPT_INVALID: 'That is not a number. Type what you measured.',
  ATTEMPT_NEGATIVE: 'An attempt cannot be below zero. Check the number.',
  BOOKINGS_HIT: 'This change affects bookings. Decide what happens to each of them first.',
  KEEP_CLOSED: 'Nobody is there on a closed date. Move that booking, or cancel it.',
  SCHEDULE_CHANGED: 'Someone else has just changed the schedule. Check their version first.',
  SESSION_OFF_GRID: 'A session starts and ends on the quarter hour.',
  SESSION_OVERLAP: 'There is already a session of this kind at that time.',
  BOOKING_CLOSED: 'The visit was ended elsewhere, so the server took no more results for it.',
  BOOKING_NOT_FOUND: 'We cannot find that booking for this athlete. Search for them again.',
  CODE_UNKNOWN: 'No booking has that code. Check it with the athlete.',
  CODE_USED: 'That code has been used: the booking has ended.',
  UNDO_TOO_LATE: 'A decline can be undone for ten minutes. Make a new booking instead.',
  REQUESTS_MANY: 'Programme delivery already has several requests about this booking. Talk to them.',
  REQUEST_NOT_FOUND: 'That request is gone. Reload the list.',
  REQUEST_SETTLED: 'Someone has already decided about this request.',
  NOT_ONBOARDED: 'Onboard the athlete with their code first.',
  RESULTS_DIFFER: 'Someone else has recorded different results. Compare them, then finish again.',
  RESULTS_EXIST: 'There are results already. Finish the visit instead.',
  TESTS_OPEN: 'Some tests are still open. Close them, or mark them as not taken.',
  TEST_UNKNOWN: 'That is not one of the six tests.',

  // Requests in general.
  MALFORMED: 'Something in the form is not quite right. Check it and try again.',
  FIELD_MISSING: 'Fill this in.',
  FIELD_INVALID: 'Check this: something is not quite right.',
  FIELD_REQUIRED: 'Fill this in.',
  BODY_MISSING: 'That did not go through. Reload the page and try again.',
  BODY_BROKEN: 'That only arrived in part. Check your connection and try again.',
  MALFORMED_JSON: 'That did not go through. Reload the page and try again.',
  NOT_JSON: 'That did not go through. Reload the page and try again.',
  METHOD_NOT_ALLOWED: 'That did not go through. Reload the page and try again.',
  QUERY_INVALID: 'There is something wrong with that address. Go back and try again.',
  QUERY_TOO_LARGE: 'That search asks for too much at once. Make it shorter and try again.',
  SEARCH_BUSY: 'Search is busy. Please try again in a moment.',
  URI_TOO_LONG: 'That address is too long. Go back and try again.',
  HOST_INVALID: 'There is something wrong with that address. Go back and try again.',
  RANGE_INVALID: 'Those dates do not work together. Check the first and the last.',
  IDEMPOTENCY_KEY: 'That did not go through. Reload the page and try again.',
  NOT_FOUND: 'We cannot find that. It may have been removed.',
  CONFLICT: 'Someone has just changed this. Reload the page and try again.',
  IDEMPOTENCY_KEY_REUSED: 'That was sent twice with different details. Reload the page and try again.',
  BODY_TOO_SLOW: 'That took too long to reach us. Check your connection and try again.',
  BODY_TOO_LARGE: 'That is too much at once. Shorten it and try again.',
  TOO_MANY_REQUESTS: 'That was a lot of tries. Catch your breath for a minute, then go again.',
  UNAVAILABLE: 'We are busy right now. Try again in a moment.',
  MAINTENANCE: 'Half-time: we are working on the site. Your bookings are safe. Try again soon.',
  INTERNAL: 'Something broke on our side, not yours. Try again in a moment.',
  [NETWORK_CODE]: 'We cannot reach the academy. Check your connection and try again.',
  ECONNABORTED: 'That took too long. Check your connection and try again.',
  ERR_CANCELED: 'That was stopped before it was done. Try again.',
}

const BY_STATUS: Record<string, string> = {
  400: 'Something in the form is not quite right. Check it and try again.',
  401: 'You have been signed out. Sign in again; what you typed is still here.',
  403: 'Your account may not do that.',
  404: 'We cannot find that. It may have been removed.',
  409: 'Someone has just changed this. Reload the page and try again.',
  413: 'That is too much at once. Shorten it and try again.',
  415: 'That did not go through. Reload the page and try again.',
  422: 'That cannot be done as it stands. Check it and try again.',
  429: 'That was a lot of tries. Catch your breath for a minute, then go again.',
  500: 'Something broke on our side, not yours. Try again in a moment.',
  502: 'We cannot reach the academy. Try again in a moment.',
  503: 'We are busy right now. Try again in a moment.',
  504: 'That took too long. Try again in a moment.',
}

/** A code and a message, from a failed call or from the state that it was stored in. */
export interface FailureLike {
  errorCode: string
  errorMessage: string
  status?: number
}

const isSentence = (text: string) => /\s/.test(text.trim()) && /[.!?]$/.test(text.trim())

/** The sentence for a code alone; undefined for one we do not know. */
export const sentenceForCode = (code: string): string | undefined => SENTENCES[code] ?? BY_STATUS[code]

const MINUTE_S = 60

/** A wait in words, rounded up. */
export function waitWords(seconds: number): string {
  if (seconds < MINUTE_S) return 'a minute'
  const minutes = Math.ceil(seconds / MINUTE_S)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/** The sentence to show, for anything that was thrown or stored. */
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

/** A refusal as the problem of the field that it names; null if it names none. */
export const refusedField = (error: ApiFailure | null) =>
  error?.field ? { field: error.field, message: errorSentence(error) } : null

function toFailureLike(error: unknown): FailureLike {
  if (error instanceof ApiFailure) return error
  if (typeof error === 'object' && error !== null && 'errorCode' in error) {
    const message = 'errorMessage' in error ? error.errorMessage : ''
    return { errorCode: String(error.errorCode), errorMessage: typeof message === 'string' ? message : '' }
  }
  return { errorCode: typeof error === 'string' ? error : '', errorMessage: '' }
}
