import { describe, expect, test } from 'vitest'
import { takeFlash } from '~/http/flash.server'
import { redirectWith } from '~/http/respond.server'
import { NOTIFICATION_MISSING } from '~/components/account/notification-item'
import { accountMessages } from '~/messages/account'
import { addressMessages } from '~/messages/address'
import { catalogMessages } from '~/messages/catalog'
import { linkMessages } from '~/messages/link'
import { storePageMessages } from '~/messages/store-page'
import { moneyMessages } from '~/messages/money'
import { choiceMessages } from '~/messages/mail-choices'
import { siteMessages } from '~/messages/site'
import type { Message } from '~/messages/message'
import { failure, warning, type Notice } from '~/messages/notice'
import { paths } from '~/paths'
import { describeRefusal } from '~/domain/accounts/refusals'
import { explainClickRefusal } from '~/domain/tracking/clicks'
import { explainOpenRefusal, MESSAGE_PROBLEMS } from '~/domain/tracking/claim-words'
import { CANCEL_REFUSALS, formatWithdrawalRefusal } from '~/domain/wallet/withdrawals'
import { paise } from '~/platform/formats/money'
import { refused } from '~/platform/outcome'
import { formatDeletionRefusal } from '~/routes/account/privacy/deletion-texts'

const ALL = {
  ...accountMessages,
  ...addressMessages,
  ...moneyMessages,
  ...catalogMessages,
  ...linkMessages,
  ...storePageMessages,
  ...siteMessages,
  ...choiceMessages,
}

type Section = keyof typeof ALL
type Key = { [S in Section]: `${S}.${keyof (typeof ALL)[S] & string}` }[Section]

const list = <Keys extends string>(section: string, names: string) =>
  names.split(' ').map((name) => `${section}.${name}` as Keys)

/** Say what has happened or what is so, and refuse nothing. */
const TOLD = [
  ...list<Key>('debt', 'corrected inherited reversed'),
  ...list<Key>('otp', 'demo resent'),
  ...list<Key>('account', 'othersSignedOut logoutTitle logoutText loggedOut logoutCancelled'),
  ...list<Key>('profileImage', 'updated removed'),
  ...list<Key>('withdrawal', 'done minimum holdAhead cancelled usuallyPaid usuallyPaidMost'),
  ...list<Key>('payoutDetails', 'confirmed added bankChanged upiChanged hidden'),
  ...list<Key>('store', 'tracks confirms hours days counted appOrders noAppOrders'),
  ...list<Key>(
    'link',
    'title field hint today which onlyFor browserOnly storePage choose toStore ask codes terms how',
  ),
  ...list<Key>('storePage', Object.keys(storePageMessages.storePage).join(' ')),
  ...list<Key>('results', Object.keys(storePageMessages.results).join(' ')),
  ...list<Key>('keepsCashback', Object.keys(catalogMessages.keepsCashback).join(' ')),
  ...list<Key>('keeps', Object.keys(linkMessages.keeps).join(' ')),
  ...list<Key>('newsletter', 'done left leaveFirst confirmFirst ended question'),
  ...list<Key>('choices', 'saved quiet unconfirmed stopped newsletterWaits noMail noPush always'),
  ...list<Key>('demo', 'held'),
  ...list<Key>('address', 'unconfirmed stopped next confirmed none sent changed'),
  ...list<Key>('mailLink', 'confirmed changed undone stopped'),
  ...list<Key>('lostNumber', 'support sent waits begun'),
  ...list<Key>('unsubscribe', Object.keys(choiceMessages.unsubscribe).join(' ')),
  ...list<Key>('follow', 'done ended how none offer'),
  ...list<Key>('signUp', 'done'),
  ...list<Key>('signIn', 'done'),
  ...list<Key>('reset', 'done'),
  ...list<Key>('details', 'changed'),
  ...list<Key>('changePassword', 'done'),
  ...list<Key>('privacy', 'deleted'),
  ...list<Key>('catalog', 'offerActivated worked'),
  ...list<Key>('feedback', 'done'),
  ...list<Key>('notifications', 'empty'),
  ...list<Key>('history', 'empty'),
  ...list<Key>(
    'visits',
    'none noneNow noOrder noOrderYet termsMissing proof oldestFirst withdrawableSince onItsWay requested paidOut partLeft usedUp',
  ),
  ...list<Key>('expected', Object.keys(moneyMessages.expected).join(' ')),
  ...list<Key>('reports', Object.keys(moneyMessages.reports).join(' ')),
  ...list<Key>('statement', 'empty cut'),
  ...list<Key>(
    'claims',
    'opened openedWithFile written appealed proofAdded proofHint firstProofHint noMoney',
  ),
  ...list<Key>('declineReasons', Object.keys(moneyMessages.declineReasons).join(' ')),
  ...list<Key>('home', 'stores worked paid'),
  ...list<Key>('search', 'also counted didYouMean hint notAll nothing'),
]

/** Shown at their form, which keeps what was typed. */
const AT_FORM = [
  ...list<Key>('fields', Object.keys(accountMessages.fields).join(' ')),
  ...list<Key>('signUp', 'failed'),
  ...list<Key>('signIn', 'busy'),
  ...list<Key>('otp', 'wait wrong ended notSent'),
  ...list<Key>('reset', 'mismatch failed'),
  ...list<Key>('account', 'loginFirst signedOut signInAgain'),
  ...list<Key>('changePassword', 'incomplete mismatch'),
  ...list<Key>('profileImage', 'missing tooLarge failed unreadable otherType unfit'),
  ...list<Key>('privacy', 'confirm forfeit refused'),
  ...list<Key>('withdrawal', 'invalidAmount overBalance belowMinimum failed unexpected'),
  ...list<Key>('payoutDetails', 'bankNotAdded bankNotChanged tooMany upiNotAdded upiNotChanged'),
  ...list<Key>('newsletter', 'invalid failed'),
  ...list<Key>('follow', 'tooMany unknown'),
  ...list<Key>('statement', 'month year from to reversed'),
  ...list<Key>('network', 'noAnswer offline'),
  ...list<Key>('forms', 'fileAgain'),
  ...list<Key>(
    'claims',
    'failed noOrder noAmount noText noSale otherKind orderTaken orderReported tooManyToday',
  ),
  ...list<Key>('claims', 'tooEarly proofMissing proofTooLarge proofOther proofTooMany proofTooManyLately'),
  ...list<Key>('search', 'unfit'),
  ...list<Key>('lostNumber', 'same taken'),
  ...list<Key>('link', 'too-long no-address app-link no-shop-address own-address short-link network-link'),
]

/** Have their own links, which the tests of their pages show. */
const WITH_OWN_LINKS = [
  ...list<Key>('otp', 'none over'),
  ...list<Key>('withdrawal', 'noDetails'),
  ...list<Key>('payoutDetails', 'noDetails'),
  ...list<Key>('account', 'noCookies'),
  ...list<Key>('click', 'signInFirst ended noTrackingUrl hidden withoutSession'),
  ...list<Key>('link', 'unknown-store no-offer badLink oldLink rateChanged'),
  ...list<Key>('newsletter', 'unknown'),
  ...list<Key>('choices', 'noAddress'),
  ...list<Key>('mailLink', 'over taken'),
  ...list<Key>('network', 'busy received'),
  ...list<Key>('offline', 'title text'),
  // Lists, empty or not read: with 'Try again', other lists, or the way to an offer.
  ...list<Key>('catalog', 'couponNotFound fetchFailed storesFailed noOffers noItemsInTab noCoupons noStores'),
  ...list<Key>('catalog', 'offerEnded'),
  ...list<Key>('notifications', 'failed'),
  ...list<Key>('follow', 'failed signInFirst'),
  ...list<Key>('history', 'failed beyond'),
  ...list<Key>('visits', 'failed beyond missing'),
  ...list<Key>('statement', 'failed'),
  ...list<Key>('claims', 'appOrder exists loadFailed missing noSubject'),
  // Beside a form, or on an error page with 'Try again'.
  ...list<Key>('failure', 'title text'),
]

/** Said by the JSON API alone. */
const OF_API = list<Key>('payoutDetails', 'needsPassword')

const readMessage = (key: Key) => {
  const [section, name] = key.split('.') as [Section, string]
  return (ALL[section] as Record<string, Message | string>)[name]
}

/** Each by the way that its refusal takes to the page. */
const LINKED: Partial<Record<Key, Message | undefined>> = {
  'signUp.emailTaken': describeRefusal('sign-up', { reason: 'emailTaken' }).message,
  'signUp.phoneTaken': describeRefusal('sign-up', { reason: 'phoneTaken' }).message,
  'signUp.bothTaken': describeRefusal('sign-up', { reason: 'bothTaken' }).message,
  'signIn.unknownUser': describeRefusal('sign-in', { reason: 'unknownUser' }).message,
  'signIn.wrongPassword': formatDeletionRefusal({ ok: false, reason: 'wrong-password' }).message,
  'limits.tooMany': describeRefusal('sign-in', { reason: 'tooMany', minutes: 2 }).message,
  'click.tooMany': explainClickRefusal({ reason: 'too-many', minutes: 2 }),
  'privacy.onItsWay': formatDeletionRefusal({ ok: false, reason: 'on-its-way' }).message,
  'claims.tooManyOpen': explainOpenRefusal(refused('too-many-open')).notice,
  'claims.tooLate': explainOpenRefusal(refused('too-late')).notice,
  'claims.storeTakesNone': explainOpenRefusal(refused('store-takes-none')).notice,
  'claims.notPaid': explainOpenRefusal(refused('not-paid')).notice,
  'claims.noAppeal': MESSAGE_PROBLEMS['no-appeal'],
  'withdrawal.emptyWallet': formatWithdrawalRefusal(refused('empty-wallet')),
  'withdrawal.inHoldingPeriod': formatWithdrawalRefusal(
    refused('in-holding-period', { amount: paise(100n), from: new Date(), until: new Date() }),
  ),
  'withdrawal.onHold': formatWithdrawalRefusal(refused('on-hold', { until: new Date(), because: 'x' })),
  'withdrawal.tooManyToday': formatWithdrawalRefusal(refused('too-many-today', { dailyLimit: 5 })),
  'withdrawal.keyReused': formatWithdrawalRefusal(refused('key-reused', { amount: paise(100n) })),
  'withdrawal.tooLate': CANCEL_REFUSALS['wrong-status'],
  'withdrawal.unknown': CANCEL_REFUSALS['not-found'],
  'notifications.none': NOTIFICATION_MISSING,
}

test('each text of a refusal has links, or is at a form that mends it', () => {
  const keys = Object.entries(ALL).flatMap(([section, texts]) =>
    Object.keys(texts).map((name) => `${section}.${name}` as Key),
  )
  const known = [...[TOLD, AT_FORM, WITH_OWN_LINKS, OF_API].flat(), ...(Object.keys(LINKED) as Key[])]
  expect(known.sort()).toEqual(keys.sort())
})

describe('a refusal', () => {
  const carry = (notice: Notice) => {
    const response = redirectWith('/Account/Wallet', { notice })
    const [cookie] = response.headers.get('Set-Cookie')!.split(';')
    const request = new Request('http://localhost:3000/Account/Wallet', { headers: { Cookie: cookie! } })
    return takeFlash(request).flash?.notice
  }

  test.each(Object.entries(LINKED))('%s brings its links to the page', (key, message) => {
    const shown = carry(failure(message!))
    const text = (readMessage(key as Key) as Message).text!
    expect(shown?.text).toMatch(toPattern(text))
    const actions = shown?.actions ?? []
    expect(actions.length).toBeGreaterThan(0)
    const known = new Set<string>(Object.values(paths))
    for (const action of actions) {
      expect(action.label).not.toBe('')
      expect(
        'href' in action
          ? known.has(action.href)
          : ['sign-in', 'sign-up', 'forgot-password'].includes(action.dialog),
      ).toBe(true)
    }
  })

  test('a refusal keeps its own links', () => {
    const own = [{ label: 'Add UPI ID', href: '/Account/Wallet?edit=upi#upi-details' }]
    expect(carry(warning(formatWithdrawalRefusal(refused('empty-wallet')), own))?.actions).toEqual(own)
  })

  test('a refusal that its form can correct gets no link', () => {
    expect(carry(failure(formatWithdrawalRefusal(refused('invalid-amount'))))?.actions).toBeUndefined()
    expect(describeRefusal('sign-in', { reason: 'wrongPassword' }).message?.actions).toBeUndefined()
  })
})

/** Placeholders match anything. */
const toPattern = (text: string) =>
  new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`)
