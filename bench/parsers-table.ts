/** Every parser of request or feed data, with the longest input that can reach it. */
import { describeAgent } from '~/accounts/sessions/agents'
import { hashPassword } from '~/accounts/passwords.server'
import { parsePayout } from '~/catalog/feeds/payout'
import { codePath } from '~/catalog/links'
import { slugify } from '~/catalog/slugs'
import { MACHINE } from '~/formats/amounts'
import { addresses } from './parsers-addresses'
import { bodies } from './parsers-bodies'
import { feeds, files, readAll } from './parsers-feeds'
import { headers } from './parsers-headers'
import type { Rows } from './parsers-requests'

const HEADER = 16 * 1024
const URL_LENGTH = 8 * 1024
export const BODY = 64 * 1024
const FEED_FIELD = 20_000

export interface Parser {
  name: string
  /** The longest input that can reach it. */
  most: number
  parse: (input: string) => unknown
}

const list = (kind: string, most: number, rows: Rows): Parser[] =>
  rows.map(([name, parse]) => ({ name: `${kind}: ${name}`, most, parse }))

export const PARSERS: Parser[] = [
  ...list('header', HEADER, headers),
  ...list('address', URL_LENGTH, addresses),
  ...list('body', BODY, bodies),
  ...list('field of a feed', FEED_FIELD, feeds),
  ...list('file', 8_000, files),
  // Each line is parsed separately, so fewer lines suffice to show the growth.
  ...list('file', 800, [['CSV', (text) => readAll(text, 'csv')]]),
  // Kept for the list of sessions, cut to 200 characters; titles have 300 at most, and what a payout says 40.
  ...list('User-Agent', 200, [['as words', describeAgent]]),
  ...list('title', 300, [
    ['as a slug', slugify],
    ['in an address', (title) => codePath({ slug: 'x', title, ambiguous: false })],
  ]),
  ...list('payout', 40, [['of a row', (text) => parsePayout(text, MACHINE)]]),
]

/** Their constant work hides that of small texts, so only the costly input is tested. */
export const SLOW_PARSERS: Parser[] = list('password', BODY, [['that is hashed', hashPassword]])
