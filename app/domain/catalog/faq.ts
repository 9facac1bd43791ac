/** The FAQ on home: the texts of the code, unless an operator changed them (docs/rules.md#69). */
import { faqMessages } from '~/messages/faq'

export type FaqName = keyof typeof faqMessages

export const FAQ_NAMES = Object.keys(faqMessages) as FaqName[]

export interface Question {
  question: string
  answer: string
}

/** Only those that operators changed. */
export type EditedFaq = Partial<Record<FaqName, Question>>

const SHOWN_AT_FIRST = 3

/** Those that are shown at first, and those behind 'See More'. */
export function listQuestions(edited: EditedFaq, share: string): [first: Question[], more: Question[]] {
  const all = FAQ_NAMES.map((name) => {
    const { question, answer } = edited[name] ?? faqMessages[name]
    return { question, answer: answer.replaceAll('{share}', share) }
  })
  return [all.slice(0, SHOWN_AT_FIRST), all.slice(SHOWN_AT_FIRST)]
}
