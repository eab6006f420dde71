// Search among questions: every word must occur in the question, its answer or its group's name.
import { groupsOf, richOf, textOf, type ContentItem, type Rich } from '../content-item'
import { paragraphs } from '../text/plain-text'

export interface Faq {
  anchor: string
  question: string
  answer: Rich
}

export interface FaqGroup {
  /** Its anchor; its item's id if it has none. */
  id: string
  title: string
  text: Rich
  faqs: Faq[]
}

/** A group of questions as authored; rows without a question are left out. */
export function readFaqGroup(item: ContentItem): FaqGroup {
  const faqs = groupsOf(item.elements, 'questions')
    .map((row) => ({
      anchor: textOf(row, 'anchor'),
      question: textOf(row, 'question'),
      answer: richOf(row, 'answer'),
    }))
    .filter((faq) => faq.question !== '')
  const { elements } = item
  return {
    id: textOf(elements, 'anchor') || item.id,
    title: textOf(elements, 'headline'),
    text: richOf(elements, 'text'),
    faqs,
  }
}

const plain = (text: string) =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/[’']/g, '')

/** The groups with the questions that match, without groups that have none. */
export function findFaqs(groups: readonly FaqGroup[], search: string): FaqGroup[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...groups]
  return groups
    .map((group) => ({
      ...group,
      faqs: group.faqs.filter((faq) => {
        const text = plain(`${group.title} ${faq.question} ${paragraphs(faq.answer.text).join(' ')}`)
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter((group) => group.faqs.length > 0)
}
