import { z } from 'zod/v4'
import { parseAmount, parsePercent, TYPED } from '~/platform/formats/amounts'
import { hasControlCharacters } from '~/platform/formats/characters'
import { formatPlain, type Paise } from '~/platform/formats/money'
import { networkDays } from './env-values'
import { isNetworkName, type NetworkName } from './networks'

export const UNSET = 'unset'

export interface Setting<Value> {
  about: string
  unit: string
  protects: 'lower' | 'higher' | null
  /** The first values; null: a variable has to give it. */
  first: { demo: string; real: string | null }
  read(this: void, typed: string): Value | undefined
  write(this: void, value: Value): string
  lowers(this: void, before: Value, after: Value, now: { HOLDING_DAYS: number }): boolean
  /** What may be typed, where a variable of an older installation may say more. */
  admits?(this: void, value: Value): boolean
  /** Words for pages, of any length, in which the log masks addresses. */
  isText?: true
}

type Kind<Value> = Pick<Setting<Value>, 'unit' | 'read' | 'write'>
type Facts = Pick<Setting<unknown>, 'about' | 'protects' | 'first'>

export const rupees: Kind<Paise> = {
  unit: 'an amount in rupees such as 5000',
  read: (typed) => parseAmount(typed, TYPED) ?? undefined,
  write: formatPlain,
}

/** Hundredths of a percent. */
export const percent: Kind<bigint> = {
  unit: 'a percentage from 0 to 100 with at most two decimals, such as 70%',
  read: (typed) => parsePercent(typed, TYPED) ?? undefined,
  write: (value) => `${formatPlain(value)}%`,
}

export const whole = (unit: string, min: number, max: number): Kind<number> => ({
  unit: `a number of ${unit} from ${min} to ${max}`,
  read: (typed) =>
    /^\d{1,6}$/.test(typed) && Number(typed) >= min && Number(typed) <= max ? Number(typed) : undefined,
  write: String,
})

export const setting = <Value extends bigint | number>(kind: Kind<Value>, facts: Facts): Setting<Value> => ({
  ...kind,
  ...facts,
  lowers: (before, after) => isLess(facts, before, after),
})

const isLess = ({ protects }: Facts, before: bigint | number, after: bigint | number): boolean =>
  (protects === 'lower' && after > before) || (protects === 'higher' && after < before)

/** `unset` says whether no value protects more or less than any value. */
export const optional = <Value extends bigint | number>(
  kind: Kind<Value>,
  { unset, ...facts }: Facts & { unset: 'more' | 'less' },
): Setting<Value | null> => ({
  ...facts,
  unit: `${kind.unit}, or ${UNSET}`,
  read: (typed) => (typed === UNSET ? null : kind.read(typed)),
  write: (value) => (value === null ? UNSET : kind.write(value)),
  lowers(before, after) {
    if (facts.protects === null || before === after) return false
    if (before === null || after === null) return (after === null) === (unset === 'less')
    return isLess(facts, before, after)
  },
})

/** One of some words, none of which protects. */
export const choice = <const Word extends string>(
  words: readonly Word[],
  { about, first }: Omit<Facts, 'protects'>,
): Setting<Word> => ({
  about,
  first,
  protects: null,
  unit: words.join(' or '),
  read: (typed) => words.find((word) => word === typed),
  write: (word) => word,
  lowers: () => false,
})

export const NONE = 'none'

export const daysByNetwork = (facts: Facts): Setting<ReadonlyMap<string, number>> => ({
  ...facts,
  unit: `such as impact=45,awin=60 with 0 to 365 days, or ${NONE}`,
  read: (typed) => networkDays.safeParse(typed === NONE ? '' : typed).data,
  write: (days) =>
    [...days]
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
      .join(',') || NONE,
  lowers: (before, after, { HOLDING_DAYS }) =>
    [...before.keys(), ...after.keys()].some(
      (name) => (after.get(name) ?? HOLDING_DAYS) < (before.get(name) ?? HOLDING_DAYS),
    ),
})

/** What pages say: no value of it protects. */
const shownText = <Value>(
  { about, first }: Omit<Facts, 'protects'>,
  kind: Kind<Value> & Pick<Setting<Value>, 'admits'>,
): Setting<Value> => ({
  about,
  first,
  protects: null,
  lowers: () => false,
  isText: true,
  ...kind,
})

const address = z.email().max(100)
const readAddress = (typed: string): string | undefined => address.safeParse(typed).data

export const email = (facts: Omit<Facts, 'protects'>): Setting<string> =>
  shownText(facts, {
    unit: 'an e-mail address such as help@shop.example',
    read: readAddress,
    write: (value) => value,
  })

/** Null: unset. An e-mail address becomes a link where it is shown. */
export const contact = (facts: Omit<Facts, 'protects'>): Setting<string | null> =>
  shownText(facts, {
    unit: `an e-mail address, or a name with an address, of 3 to 200 characters without quotation marks, or ${UNSET}`,
    read: (typed) => {
      if (typed === UNSET) return null
      const text = typed.replace(/ +/g, ' ')
      const isPlain = !hasControlCharacters(text) && !/["\\]/.test(text)
      return isPlain && text.length >= 3 && text.length <= 200 ? text : undefined
    },
    write: (value) => value ?? UNSET,
  })

export interface SocialLink {
  name: string
  href: string
}

const MOST_LINKS = 6
const MOST_CHARACTERS = 400
const LINK_NAME = /^[^=,"\\]{1,40}$/u
const OWN_CONTACT = '/Contactus'

const SOCIAL_HOSTS = [
  'facebook.com',
  'instagram.com',
  'linkedin.com',
  'pinterest.com',
  't.me',
  'threads.net',
  'twitter.com',
  'wa.me',
  'whatsapp.com',
  'x.com',
  'youtube.com',
]

function readLink(pair: string): SocialLink | null {
  const [name = '', ...rest] = pair.trim().split('=')
  const href = rest.join('=').trim()
  const isPath = /^\/(?!\/)[^\s"\\]*$/.test(href)
  const isUrl = /^https:\/\/[^\s"\\]+$/.test(href) && URL.canParse(href)
  return LINK_NAME.test(name.trim()) && !hasControlCharacters(name) && (isPath || isUrl)
    ? { name: name.trim(), href }
    : null
}

function readLinks(typed: string): SocialLink[] | undefined {
  if (typed === NONE) return []
  const links = typed.split(',').map(readLink)
  const read = links.filter((link) => link !== null)
  const isUnique = new Set(read.map(({ name }) => name.toLowerCase())).size === links.length
  return isUnique && read.length <= MOST_LINKS && typed.length <= MOST_CHARACTERS ? read : undefined
}

/** A page that leads elsewhere under the name of a network would be the shop's own fault. */
function isKnownLink({ href }: SocialLink): boolean {
  if (href === OWN_CONTACT) return true
  if (!URL.canParse(href)) return false
  const { protocol, hostname, port, username, password } = new URL(href)
  const isPlain = protocol === 'https:' && !port && !username && !password
  return isPlain && SOCIAL_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

export const socialLinks = (facts: Omit<Facts, 'protects'>): Setting<readonly SocialLink[]> =>
  shownText(facts, {
    unit: `such as Facebook=https://www.facebook.com/shop,YouTube=https://youtube.com/@shop: at most ${MOST_LINKS}, with commas between, at ${SOCIAL_HOSTS.join(', ')} or ${OWN_CONTACT}, or ${NONE}`,
    read: readLinks,
    write: (links) => links.map(({ name, href }) => `${name}=${href}`).join(',') || NONE,
    admits: (links) => links.every(isKnownLink),
  })

type IdsByNetwork = ReadonlyMap<NetworkName, string>

function readIds(typed: string, isId: (text: string) => boolean): IdsByNetwork | undefined {
  if (typed === NONE) return new Map()
  const ids = new Map<NetworkName, string>()
  for (const pair of typed.split(',')) {
    const [network = '', id = '', ...more] = pair.split('=').map((part) => part.trim())
    if (more.length || !isNetworkName(network) || ids.has(network) || !isId(id.toUpperCase()))
      return undefined
    ids.set(network, id.toUpperCase())
  }
  return ids
}

/** A number of each network, such as one of a tax office. `example`: of one number. */
export const idsByNetwork = (
  { about, first }: Omit<Facts, 'protects'>,
  { isId, example }: { isId: (text: string) => boolean; example: string },
): Setting<IdsByNetwork> => ({
  about,
  first,
  protects: null,
  lowers: () => false,
  unit: `such as trackier=${example}, with commas between the networks, or ${NONE}`,
  read: (typed) => readIds(typed, isId),
  write: (ids) =>
    [...ids]
      .map(([network, id]) => `${network}=${id}`)
      .toSorted()
      .join(',') || NONE,
})
