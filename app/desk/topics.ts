import type { Topic } from './operation'

interface TopicEntry {
  about: string
  /** Imported on use, so that a command loads only what it needs. */
  load: () => Promise<{ topic: Topic }>
}

export const TOPICS: Record<string, TopicEntry> = {
  today: { about: 'all that waits, and what is silent', load: () => import('./today') },
  search: {
    about: 'records, settings and pages by name, number or reference',
    load: () => import('./search'),
  },
  approvals: { about: 'what waits for a second person', load: () => import('./approvals') },
  operators: { about: 'the people who run the shop, and their roles', load: () => import('./operators') },
  settings: { about: 'limits, shares and periods that guard the money', load: () => import('./settings') },
  audit: {
    about:
      'check that the books balance, that promises and rights are as the application wrote them, and that no history was rewritten',
    load: () => import('./audit'),
  },
  log: { about: 'what operators did', load: () => import('./log') },
  jobs: { about: 'changes of many rows, and made files', load: () => import('./jobs') },
  schedule: { about: 'what servers do by themselves', load: () => import('./schedule') },
  stats: {
    about: 'clicks, sales, commission, cashback, margin, liability and withdrawals of any period',
    load: () => import('./stats'),
  },
  catalogue: {
    about: 'import feeds, rank offers, and list the catalogue',
    load: () => import('./catalogue'),
  },
  images: { about: 'logos that feeds name: fetched, failed, removed', load: () => import('./images') },
  searches: {
    about: 'searches of shoppers that found nothing, and stores that they ask for',
    load: () => import('./searches'),
  },
  rates: {
    about: 'payout, commission and share of stores and offers, and the margin of a sale',
    load: () => import('./rates'),
  },
  stores: { about: 'what the page of a store says of its cashback', load: () => import('./stores') },
  'flash-sale': { about: 'the flash-sale offer of each day', load: () => import('./flash-sale') },
  featured: {
    about: 'offers in front under ‘Featured’ on home',
    load: () => import('./featured'),
  },
  testimonials: {
    about: 'what customers said, on home, with source and consent',
    load: () => import('./testimonials'),
  },
  texts: { about: 'the FAQ on home, and About Us', load: () => import('./texts') },
  shortlinks: { about: 'short links for posters and posts', load: () => import('./shortlinks') },
  pages: { about: 'the pages that servers keep for guests', load: () => import('./guest-pages') },
  notes: { about: 'support notes about members and sales', load: () => import('./notes') },
  snippets: { about: 'texts for replies to members, which operators keep', load: () => import('./snippets') },
  users: { about: 'members, their wallets and holds', load: () => import('./users') },
  visits: { about: 'clicks to stores with their outcomes', load: () => import('./visits') },
  conversions: { about: 'sales reported by networks', load: () => import('./conversions') },
  claims: {
    about: 'what members ask us to settle: missing cashback, wrong amounts, questions',
    load: () => import('./claims'),
  },
  postbacks: { about: 'received postbacks and the quarantine', load: () => import('./postbacks') },
  alerts: {
    about: 'problems that the server detected, and the delivery of their alerts to the webhook',
    load: () => import('./alerts'),
  },
  newsletter: { about: 'newsletter subscriptions', load: () => import('./newsletter') },
  subscribers: { about: 'export of newsletter subscribers', load: () => import('./subscribers') },
  otp: { about: 'one-time codes and their rate limits', load: () => import('./otp') },
  withdrawals: { about: 'list, approve and pay out withdrawals', load: () => import('./withdrawals') },
  networks: {
    about: 'the affiliate networks: their postbacks, statements and payments',
    load: () => import('./networks'),
  },
  books: {
    about: 'the books: trial balance, accounts and journal; closed months',
    load: () => import('./books'),
  },
  conflicts: {
    about: 'payouts whose status at the provider contradicts our books',
    load: () => import('./conflicts'),
  },
  adjustments: {
    about: 'corrections, goodwill credits and write-offs of members’ balances',
    load: () => import('./adjustments'),
  },
  signals: {
    about: 'signals of possible fraud, which stop the approval of withdrawals',
    load: () => import('./signals'),
  },
  bank: {
    about: 'reconcile bank statements with withdrawals and network payments, and post fees',
    load: () => import('./bank'),
  },
}
