import type { Topic } from './operation'

interface TopicEntry {
  /** One line for the help, in lower case. */
  about: string
  /** Imported on use, so that a command loads only what it needs. */
  load: () => Promise<{ topic: Topic }>
}

/** By the first word of their operations, in the order of the help. */
const ROWS: readonly [word: string, about: string, load: TopicEntry['load']][] = [
  ['today', 'all that waits, and what is silent', () => import('./today')],
  ['search', 'members, sales and withdrawals by name, number or reference', () => import('./search')],
  ['approvals', 'what waits for a second person', () => import('./approvals')],
  ['operators', 'the people who run the shop, and their roles', () => import('./operators')],
  ['settings', 'limits, shares and periods that guard the money', () => import('./settings')],
  ['log', 'what operators did', () => import('./log')],
  [
    'stats',
    'clicks, sales, commission, cashback, margin, liability and withdrawals of any period',
    () => import('./stats'),
  ],
  ['catalogue', 'import feeds, rank offers, and list the catalogue', () => import('./catalogue')],
  ['images', 'logos that feeds name: fetched, failed, removed', () => import('./images')],
  ['searches', 'searches of shoppers that found nothing', () => import('./searches')],
  [
    'rates',
    'payout, commission and share of stores and offers, and the margin of a sale',
    () => import('./rates'),
  ],
  ['stores', 'what the page of a store says of its cashback', () => import('./stores')],
  ['flash-sale', 'the flash-sale offer of each day', () => import('./flash-sale')],
  ['shortlinks', 'short links for posters and posts', () => import('./shortlinks')],
  ['pages', 'the pages that servers keep for guests', () => import('./guest-pages')],
  ['notes', 'support notes about members and sales', () => import('./notes')],
  ['users', 'members, their wallets and holds', () => import('./users')],
  ['visits', 'clicks to stores with their outcomes', () => import('./visits')],
  ['conversions', 'sales reported by networks', () => import('./conversions')],
  ['postbacks', 'received postbacks and the quarantine', () => import('./postbacks')],
  [
    'alerts',
    'problems that the server detected, and the delivery of their alerts to the webhook',
    () => import('./alerts'),
  ],
  ['newsletter', 'newsletter subscriptions', () => import('./newsletter')],
  ['subscribers', 'export of newsletter subscribers', () => import('./subscribers')],
  ['otp', 'one-time codes and their rate limits', () => import('./otp')],
  ['withdrawals', 'list, approve and pay out withdrawals', () => import('./withdrawals')],
  [
    'networks',
    'the affiliate networks: their postbacks, statements and payments',
    () => import('./networks'),
  ],
  ['books', 'the books: trial balance, accounts and journal; closed months', () => import('./books')],
  ['conflicts', 'payouts whose status at the provider contradicts our books', () => import('./conflicts')],
  [
    'adjustments',
    'corrections, goodwill credits and write-offs of members’ balances',
    () => import('./adjustments'),
  ],
  ['signals', 'signals of possible fraud, which stop the approval of withdrawals', () => import('./signals')],
  [
    'bank',
    'reconcile bank statements with withdrawals and network payments, and post fees',
    () => import('./bank'),
  ],
]

export const TOPICS: Record<string, TopicEntry> = Object.fromEntries(
  ROWS.map(([word, about, load]) => [word, { about, load }]),
)
