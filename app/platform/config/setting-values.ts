/** The values of `settings`, and the direction of each that protects money. */
import {
  choice,
  contact,
  daysByNetwork,
  email,
  idsByNetwork,
  NONE,
  optional,
  percent,
  rupees,
  setting,
  socialLinks,
  UNSET,
  whole,
  type Setting,
} from './setting-kinds'
import { isGstin, isTan } from '~/platform/formats/tax-ids'

const applyEverywhere = (text: string) => ({ demo: text, real: text })

/** Variables of these names are first values (app/domain/settings/first-values.server.ts). */
export const SETTINGS = {
  FOUR_EYES_ABOVE: optional(rupees, {
    about:
      'a withdrawal above this, and adjustments of a member above it within 24 hours, need a second person',
    protects: 'lower',
    unset: 'less',
    first: applyEverywhere(UNSET),
  }),
  MOST_CASHBACK_A_SALE: setting(rupees, {
    about: 'a report that brings more cashback waits in quarantine',
    protects: 'lower',
    first: applyEverywhere('10000.00'),
  }),
  MOST_CASHBACK_A_DAY: setting(rupees, {
    about: 'a report that brings a member more on one day in India waits in quarantine',
    protects: 'lower',
    first: applyEverywhere('50000.00'),
  }),
  MOST_LOSS_A_SALE: setting(rupees, {
    about: 'a report whose cashback and referral reward exceed the commission by more waits in quarantine',
    protects: 'lower',
    first: applyEverywhere('500.00'),
  }),
  MIN_WITHDRAWAL: setting(rupees, {
    about: 'the least amount of a withdrawal',
    protects: null,
    first: { demo: '0.00', real: '1.00' },
  }),
  WITHDRAWALS_A_DAY: optional(whole('withdrawals', 1, 10_000), {
    about: 'how many withdrawals a member may request on one day in India',
    protects: 'lower',
    unset: 'less',
    first: { demo: UNSET, real: '10' },
  }),
  PAYOUT_REVIEW_ABOVE: setting(rupees, {
    about: 'with PAYOUT_APPROVAL=auto, withdrawals of a member above this on one day wait for a person',
    protects: 'lower',
    first: applyEverywhere('5000.00'),
  }),
  PAYOUT_HOLD_HOURS: setting(whole('hours', 0, 8760), {
    about: 'how long withdrawals wait after a change of payout details or a reset password',
    protects: 'higher',
    first: applyEverywhere('24'),
  }),
  GST_RATE: optional(percent, {
    about: 'the GST on top of the commission in a payment of a network',
    protects: null,
    unset: 'less',
    first: applyEverywhere(UNSET),
  }),
  NETWORK_GSTINS: idsByNetwork(
    {
      about: 'the GSTIN of each network, for the file of invoices that the GST portal takes',
      first: applyEverywhere(NONE),
    },
    { isId: isGstin, example: '27AAPFU0939F1ZV' },
  ),
  NETWORK_TANS: idsByNetwork(
    {
      about: 'the TAN of each network, for the file that is compared with Form 26AS',
      first: applyEverywhere(NONE),
    },
    { isId: isTan, example: 'MUMA12345B' },
  ),
  CASHBACK_SHARE: optional(percent, {
    about: 'the share of the commission that is cashback, where neither offer nor store has its own',
    protects: 'lower',
    unset: 'more',
    first: applyEverywhere(UNSET),
  }),
  HOLDING_DAYS: setting(whole('days', 0, 365), {
    about: 'how long confirmed cashback waits before it can be withdrawn',
    protects: 'higher',
    first: { demo: '0', real: null },
  }),
  HOLDING_DAYS_BY_NETWORK: daysByNetwork({
    about: 'the same, for the sales of some networks',
    protects: 'higher',
    first: applyEverywhere(NONE),
  }),
  PROMISE_DAYS: setting(whole('days', 1, 3650), {
    about: 'how long a click’s rate is kept: a report of a new sale of an older click waits in quarantine',
    protects: 'lower',
    first: applyEverywhere('90'),
  }),
  CLAIM_ANSWER_DAYS: setting(whole('days', 1, 365), {
    about: 'within how many days a claim of a member is answered, as its page promises',
    protects: null,
    first: applyEverywhere('45'),
  }),
  UNLISTED_EDITED_OFFERS: choice(['ended', 'kept'], {
    about:
      'what happens to offers that were edited by hand when their whole feed no longer lists them; an end that was set by hand counts either way',
    first: applyEverywhere('ended'),
  }),
  SUPPORT_EMAIL: email({
    about:
      'where members write to: the pages Contact, Privacy and Terms, security.txt, and the contact for push services',
    first: applyEverywhere('support@dealdwaar.example'),
  }),
  GRIEVANCE_CONTACT: contact({
    about:
      'who answers complaints, on the pages Contact, Privacy and Terms; where it is unset, they name SUPPORT_EMAIL',
    first: applyEverywhere(UNSET),
  }),
  SOCIAL_LINKS: socialLinks({
    about: 'the links below ‘Follow Us’ in the footer and on the page Contact; with none, both are left out',
    first: applyEverywhere('Facebook=/Contactus,Instagram=/Contactus,YouTube=/Contactus'),
  }),
  referral_percent: setting(percent, {
    about: 'the share of a friend’s cashback that the referrer gets, for clicks from now on',
    protects: 'lower',
    first: applyEverywhere('20.00%'),
  }),
}

export type SettingName = keyof typeof SETTINGS

type SettingValue<Of> = Of extends Setting<infer Value> ? Value : never

export type Settings = { readonly [Name in SettingName]: SettingValue<(typeof SETTINGS)[Name]> }

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

export const describeSetting = (name: SettingName): Setting<unknown> => SETTINGS[name]

export function normalizeValue(name: SettingName, typed: string): string | null {
  const { read, write } = describeSetting(name)
  const value = read(typed.trim())
  return value === undefined ? null : write(value)
}

/** What an owner may type, which is less than what a variable of an older installation may say. */
export function normalizeTyped(name: SettingName, typed: string): string | null {
  const value = normalizeValue(name, typed)
  const { read, admits } = describeSetting(name)
  return value === null || admits?.(read(value)) === false ? null : value
}

/** Throws for missing or not canonical texts. */
export function parseSettings(texts: Readonly<Record<string, string>>): Settings {
  const values = SETTING_NAMES.map((name) => {
    const { read, write } = describeSetting(name)
    const text = texts[name]
    const value = text === undefined ? undefined : read(text)
    if (value === undefined || write(value) !== text)
      throw new Error(`the setting ${name} ${text === undefined ? 'is missing' : 'is unreadable'}`)
    return [name, value]
  })
  return Object.fromEntries(values) as Settings
}

export function lowersProtection(name: SettingName, now: Settings, to: string): boolean {
  const { lowers, read } = describeSetting(name)
  return lowers(now[name], read(to), now)
}
