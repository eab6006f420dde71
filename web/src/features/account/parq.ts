/**
 * The health-screening questions: from the content item `parq`, with our own wording as the fallback, so that sign-up
 * works without the content hub.
 */
import { isRecord } from '../../api/json'

/** One yes/no question, with a line of help where it needs one. */
interface ParqQuestion {
  question: string
  help?: string
}

/** The texts of the health group on the eligibility page. */
export interface ParqContent {
  headline: string
  intro: string
  privacy: string
  notClearedText: string
  questions: ParqQuestion[]
}

/** Our own wording. Seven questions (RULES 6.4); the server counts them too. */
export const PARQ_FALLBACK: ParqContent = {
  headline: 'Seven questions. Honest answers.',
  intro: 'The tests ask for everything you have. Answer for yourself, as you are today.',
  privacy:
    'Your answers are encrypted, and only you can read them. Our team sees only whether you answered yes to any of them.',
  notClearedText:
    'Thank you for being straight with us. You can finish signing up and ask for an assistance booking; our team will talk it through with you before you test.',
  questions: [
    { question: 'Has a doctor ever told you that you have a heart condition or high blood pressure?' },
    {
      question:
        'Have you felt pain or pressure in your chest, during activity or at rest, in the last month?',
    },
    { question: 'Have you fainted, or lost your balance through dizziness, in the last 12 months?' },
    {
      question:
        'Do you have a bone, joint or muscle problem that hard running, jumping or pulling could make worse?',
    },
    {
      question:
        'Do you have a long-term condition that affects exercise, such as asthma, diabetes or epilepsy?',
    },
    { question: 'Do you take medicine that changes how hard you may exercise?' },
    {
      question: 'Is there any other reason why you should not go all out today?',
      help: 'If you are not sure, answer yes. We will talk it through.',
    },
  ],
}

/** The labels of the two consents and their text. */
export interface ConsentContent {
  /** Undefined for our own wording. */
  version: string | undefined
  termsLabel: string
  healthLabel: string
}

/** Used until the content item `consent-text` has loaded, or if it cannot be. */
export const CONSENT_FALLBACK: ConsentContent = {
  version: undefined,
  termsLabel: 'I have read the terms and conditions and agree to them.',
  healthLabel:
    'I agree that Sixfold may hold my health answers and medical notes to keep me safe. I can withdraw this at any time.',
}

const object = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** The text of an element of a content item; undefined if it is missing or blank. */
export function elementText(item: unknown, name: string): string | undefined {
  const { value } = object(object(object(item).elements)[name])
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** The questions of a `parq` item; the fallback's unless there are exactly seven. */
export function readParq(item: unknown): ParqContent {
  const { values } = object(object(object(item).elements).questions)
  const questions = (Array.isArray(values) ? values : []).flatMap((entry: unknown): ParqQuestion[] => {
    const question = elementText({ elements: entry }, 'question')
    const help = elementText({ elements: entry }, 'help')
    return question === undefined ? [] : [{ question, ...(help === undefined ? {} : { help }) }]
  })
  return {
    headline: elementText(item, 'headline') ?? PARQ_FALLBACK.headline,
    intro: elementText(item, 'intro') ?? PARQ_FALLBACK.intro,
    privacy: elementText(item, 'privacy') ?? PARQ_FALLBACK.privacy,
    notClearedText: elementText(item, 'notClearedText') ?? PARQ_FALLBACK.notClearedText,
    questions: questions.length === PARQ_FALLBACK.questions.length ? questions : PARQ_FALLBACK.questions,
  }
}

/** The consent labels of a `consent-text` item, and its version. */
export function readConsent(item: unknown): ConsentContent {
  return {
    version: elementText(item, 'version'),
    termsLabel: elementText(item, 'termsLabel') ?? CONSENT_FALLBACK.termsLabel,
    healthLabel: elementText(item, 'healthLabel') ?? CONSENT_FALLBACK.healthLabel,
  }
}

/** The address and text of a link element; undefined if either is missing. */
export function elementLink(item: unknown, name: string): { url: string; text: string } | undefined {
  const { linkURL, linkText } = object(object(object(item).elements)[name])
  return typeof linkURL === 'string' && typeof linkText === 'string'
    ? { url: linkURL, text: linkText }
    : undefined
}
