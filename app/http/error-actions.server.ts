import { accountMessages } from '~/messages/account'
import { moneyMessages } from '~/messages/money'
import { siteMessages } from '~/messages/site'
import type { Message } from '~/messages/message'
import type { Notice, NoticeAction } from '~/messages/notice'
import { paths } from '~/paths'
import { openDialog } from './urls'

type FindActions = (page: string) => NoticeAction[]

const to =
  (label: string, href: string): FindActions =>
  () => [{ label, href }]
const contactUs = to('Contact Us', paths.contactUs)
const toHistory = to('History', paths.history)
const dialog = (label: string, name: string) => (page: string) => ({ label, href: openDialog(page, name) })
const signIn = dialog('Login', 'sign-in')
const newPassword = dialog('Forgot Password', 'forgot-password')
const isMember: FindActions = (page) => [signIn(page), newPassword(page)]

const { signUp, signIn: signingIn, privacy } = accountMessages
const { claims, withdrawal } = moneyMessages
const { notifications } = siteMessages

/** Links for refusals that their own page cannot fix; other refusals bring their links along. */
export const ERROR_ACTIONS: [refusal: Message, remedy: FindActions][] = [
  [signUp.emailTaken, isMember],
  [signUp.phoneTaken, isMember],
  [signUp.bothTaken, isMember],
  [signingIn.wrongPassword, (page) => (page.includes('dialog=sign-in') ? [] : [newPassword(page)])],
  [privacy.onItsWay, to('Wallet', paths.wallet)],
  [claims.tooManyOpen, to('My Cashback', paths.visits)],
  [claims.tooLate, contactUs],
  [claims.storeTakesNone, contactUs],
  [claims.notPaid, to('Wallet', paths.wallet)],
  [claims.noAppeal, contactUs],
  [withdrawal.emptyWallet, to('All deals', paths.deals)],
  [withdrawal.inHoldingPeriod, toHistory],
  [withdrawal.onHold, contactUs],
  [withdrawal.tooManyToday, contactUs],
  [withdrawal.keyReused, to('Wallet', paths.wallet)],
  [withdrawal.tooLate, contactUs],
  [withdrawal.unknown, toHistory],
  [notifications.none, to('All notifications', paths.notifications)],
  [siteMessages.limits.tooMany, contactUs],
]

const escapePattern = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const BY_TEXT = ERROR_ACTIONS.map(
  ([{ text = '' }, remedy]) =>
    [new RegExp(`^${escapePattern(text).replace(/\{\w+\}/g, '.+')}$`), remedy] as const,
)

/** Matched by text, because placeholders are filled in where the refusal happens. */
export function findErrorActions(text: string | undefined, page: string): NoticeAction[] | undefined {
  if (text === undefined) return undefined
  return BY_TEXT.find(([pattern]) => pattern.test(text))?.[1](page)
}

export function addErrorActions(notice: Notice, page: string): Notice {
  if (notice.tone === 'success' || notice.actions) return notice
  const actions = findErrorActions(notice.text, page)
  return actions?.length ? { ...notice, actions } : notice
}
