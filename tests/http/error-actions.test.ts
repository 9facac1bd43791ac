import { describe, expect, test } from 'vitest'
import { takeFlash } from '~/http/flash.server'
import { ERROR_ACTIONS } from '~/http/error-actions.server'
import { redirectWith } from '~/http/respond.server'
import { accountMessages } from '~/messages/account'
import { catalogMessages } from '~/messages/catalog'
import { linkMessages } from '~/messages/link'
import { storePageMessages } from '~/messages/store-page'
import { moneyMessages } from '~/messages/money'
import { siteMessages } from '~/messages/site'
import { fill, type Message } from '~/messages/message'
import { failure, warning } from '~/messages/notice'
import { paths } from '~/paths'

const ALL = {
  ...accountMessages,
  ...moneyMessages,
  ...catalogMessages,
  ...linkMessages,
  ...storePageMessages,
  ...siteMessages,
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
  ...list<Key>('choices', Object.keys(siteMessages.choices).join(' ')),
  ...list<Key>('demo', 'held'),
  ...list<Key>('unsubscribe', Object.keys(siteMessages.unsubscribe).join(' ')),
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

/** Stand at the form that mends them, which keeps what was typed. */
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
  ...list<Key>('link', 'too-long no-address app-link no-shop-address own-address short-link network-link'),
]

/** Have their own links, which the tests of their pages show. */
const WITH_OWN_LINKS = [
  ...list<Key>('signIn', 'unknownUser'),
  ...list<Key>('otp', 'none over'),
  ...list<Key>('withdrawal', 'noDetails'),
  ...list<Key>('payoutDetails', 'noDetails'),
  ...list<Key>('account', 'noCookies'),
  ...list<Key>('click', 'signInFirst ended noTrackingUrl hidden tooMany withoutSession'),
  ...list<Key>('link', 'unknown-store no-offer badLink oldLink rateChanged'),
  ...list<Key>('newsletter', 'unknown'),
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

test('each refusal text has an action', () => {
  const linked = new Set<unknown>(ERROR_ACTIONS.map(([message]) => message))
  const keys = Object.entries(ALL).flatMap(([section, texts]) =>
    Object.keys(texts).map((name) => `${section}.${name}` as Key),
  )
  const known = [
    ...[TOLD, AT_FORM, WITH_OWN_LINKS, OF_API].flat(),
    ...keys.filter((key) => linked.has(readMessage(key))),
  ]
  expect(known.sort()).toEqual(keys.sort())
})

describe('a refusal', () => {
  const shown = (notice: ReturnType<typeof failure>) => {
    const response = redirectWith('/Account/Wallet', { notice })
    const [cookie] = response.headers.get('Set-Cookie')!.split(';')
    const request = new Request('http://localhost:3000/Account/Wallet', { headers: { Cookie: cookie! } })
    return takeFlash(request).flash?.notice
  }

  test.each(ERROR_ACTIONS.map(([message]) => [message.text!, message] as const))(
    '‘%s’ has links',
    (text, message) => {
      const filled = {
        ...message,
        text: fill(text, { n: 5, amount: 'Rs. 1.00', date: '1 Jan', time: '5 pm', reason: 'x' }),
      }
      const actions = shown(failure(filled))?.actions ?? []
      expect(actions.length).toBeGreaterThan(0)
      const known = new Set<string>(Object.values(paths))
      for (const { href, label } of actions) {
        expect(label).not.toBe('')
        expect(known.has(href) || /^\/Account\/Wallet\?dialog=(?:sign-in|forgot-password)$/.test(href)).toBe(
          true,
        )
      }
    },
  )

  test('a refusal keeps its own links', () => {
    const own = [{ label: 'Add UPI ID', href: '/Account/Wallet?edit=upi#upi-details' }]
    expect(shown(warning(moneyMessages.withdrawal.emptyWallet, own))?.actions).toEqual(own)
  })

  test('a refusal that its form can correct gets no link', () => {
    expect(shown(failure(moneyMessages.withdrawal.invalidAmount))?.actions).toBeUndefined()
  })
})
