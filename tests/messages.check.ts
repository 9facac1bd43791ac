/** Which texts of messages.ts no page has shown; the last step of `npm test` calls it. */
import { messages } from '../app/messages'
import { readShown } from './support/shown'

/** Every text by its place, 'otp.wrong.title'. */
export function textsOf(node: unknown, place = ''): [place: string, text: string][] {
  if (typeof node === 'string') return [[place, node]]
  return Object.entries(node as object).flatMap(([key, child]) =>
    textsOf(child, place ? `${place}.${key}` : key),
  )
}

/** A text in which each {name} may stand for anything. */
function pattern(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('[^\\n]+?').replace(/\s+/g, '\\s+'))
}

/** The places and texts that none of `pages` holds. */
export function missingTexts(pages: string[], texts = textsOf(messages)): string[] {
  return texts
    .filter(([, text]) => {
      const shown = pattern(text)
      return !pages.some((page) => shown.test(page))
    })
    .map(([place, text]) => `${place}: ${text}`)
}

/** All that no page recorded in `folder` has shown. */
export const missingIn = (folder: string) => missingTexts(readShown(folder))
