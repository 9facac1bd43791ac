/** Finds texts of app/messages/ that no page has shown; the last step of `npm test`. */

import { aboutMessages } from '../app/messages/about'
import { accountMessages } from '../app/messages/account'
import { addressMessages } from '../app/messages/address'
import { apiMessages } from '../app/messages/api'
import { catalogMessages } from '../app/messages/catalog'
import { linkMessages } from '../app/messages/link'
import { storePageMessages } from '../app/messages/store-page'
import { deskMessages } from '../app/messages/desk'
import { faqMessages } from '../app/messages/faq'
import { replyMessages } from '../app/messages/replies'
import { choiceMessages } from '../app/messages/mail-choices'
import { siteMessages } from '../app/messages/site'
import { quarantineMessages } from '../app/messages/quarantine'
import { pushMessages } from '../app/messages/push'
import { moneyMessages } from '../app/messages/money'
import { readShown } from './support/page-text'

export const messages = {
  ...accountMessages,
  ...addressMessages,
  ...moneyMessages,
  ...catalogMessages,
  ...linkMessages,
  ...storePageMessages,
  ...apiMessages,
  ...siteMessages,
  ...choiceMessages,
  ...pushMessages,
  about: aboutMessages,
  faq: faqMessages,
  desk: deskMessages,
  replies: replyMessages,
  quarantine: quarantineMessages,
}

/** Every text with its key, such as 'otp.wrong.title'. Null: there is nothing to say. */
export function listTexts(node: unknown, place = ''): [place: string, text: string][] {
  if (typeof node === 'string') return [[place, node]]
  if (node === null) return []
  return Object.entries(node as object).flatMap(([key, child]) =>
    listTexts(child, place ? `${place}.${key}` : key),
  )
}

/** Matches a text with any value for each {name}. */
function pattern(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('[^\\n]+?').replace(/\s+/g, '\\s+'))
}

/** The keys and texts that none of `pages` contains. */
export function missingTexts(pages: string[], texts = listTexts(messages)): string[] {
  return texts
    .filter(([, text]) => {
      const shown = pattern(text)
      return !pages.some((page) => shown.test(page))
    })
    .map(([place, text]) => `${place}: ${text}`)
}

/** The texts that no page recorded in `folder` has shown. */
export const missingIn = (folder: string) => missingTexts(readShown(folder))
