/** Methods return null for an empty field and throw RefusedRow for an invalid one. */
import { parseAmount, MACHINE } from '~/platform/formats/amounts'
import { withoutControlCharacters } from '~/platform/formats/characters'
import { cleanHtml, toPlainText } from './clean-html.server'
import { readOfferCode } from './offer-code'
import { RefusedRow } from '../feeds'

export type Raw = Record<string, unknown>

export const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmptyText = (text: string) => text === '' || text === 'null'

const LONGEST_HTML = 20_000
const LONGEST_URL = 2_000
const LONGEST_CODE = 80
const LONGEST_POINT = 200
const MOST_POINTS = 10

export class Fields {
  constructor(private readonly raw: Raw) {}

  private given(name: string): string | null {
    const value = Object.hasOwn(this.raw, name) ? this.raw[name] : null
    if (value === null || value === undefined) return null
    if (typeof value === 'boolean') return String(value)
    if (typeof value !== 'string') throw new RefusedRow(`${name}: must be a text`)
    const text = withoutControlCharacters(value.replace(/\p{Surrogate}/gu, '')).trim()
    return isEmptyText(text) ? null : text
  }

  /** It says no value for any of these. With `clears`, an empty field says one. */
  omits(names: readonly string[], clears = false): boolean {
    return !names.some((name) => {
      if (!Object.hasOwn(this.raw, name)) return false
      const value = this.raw[name] ?? null
      return clears || (value !== null && !(typeof value === 'string' && isEmptyText(value.trim())))
    })
  }

  text(names: string | string[], longest: number): string | null {
    for (const name of [names].flat()) {
      const text = this.given(name)
      if (text === null) continue
      if (text.length > longest) throw new RefusedRow(`${name}: longer than ${longest} characters`)
      return text
    }
    return null
  }

  plain(names: string | string[], longest: number): string | null {
    const text = this.text(names, LONGEST_HTML)
    if (text === null) return null
    const plain = /[<&]/.test(text) ? toPlainText(text) : text.replace(/\s+/g, ' ')
    if (plain.length > longest)
      throw new RefusedRow(`${[names].flat()[0]}: longer than ${longest} characters`)
    return plain || null
  }

  code(name: string): string | null {
    const text = this.plain(name, LONGEST_CODE)
    return text === null ? null : readOfferCode(text)
  }

  html(name: string): string {
    const text = this.text(name, LONGEST_HTML)
    return text === null ? '' : cleanHtml(text)
  }

  private address(name: string): string | null {
    const text = this.text(name, LONGEST_URL)
    return text === null ? null : text.replace(ESCAPED_CHARACTER, unescapeCharacter)
  }

  url(name: string): string | null {
    const text = this.address(name)
    if (text === null) return null
    if (!/^https:\/\//i.test(text)) throw new RefusedRow(refuseHttp(name))
    return parseWebAddress(name, text).href
  }

  /** An http landing page needs an https tracking link in the row. */
  landing(name: string): URL | null {
    const text = this.address(name)
    return text !== null && /^http:\/\//i.test(text) ? parseWebAddress(name, text) : toUrl(this.url(name))
  }

  picture(names: string | string[]): string | null {
    for (const name of [names].flat()) {
      const text = this.address(name)
      if (text !== null) return /^\/(?![/\\])[\w./-]+$/.test(text) ? text : this.url(name)
    }
    return null
  }

  flag(name: string): boolean {
    const text = this.given(name)?.toLowerCase() ?? 'false'
    if (['true', '1', 'yes'].includes(text)) return true
    if (['false', '0', 'no'].includes(text)) return false
    throw new RefusedRow(`${name}: must be true or false`)
  }

  maybe(name: string): string | null {
    return this.given(name) === null ? null : String(this.flag(name))
  }

  count(name: string, least: number, most: number): string | null {
    const text = this.given(name)
    if (text === null) return null
    if (!/^\d{1,6}$/.test(text) || Number(text) < least || Number(text) > most)
      throw new RefusedRow(`${name}: must be a number from ${least} to ${most}`)
    return String(Number(text))
  }

  points(name: string): string | null {
    const value = Object.hasOwn(this.raw, name) ? this.raw[name] : null
    const lines = Array.isArray(value) ? value : (this.text(name, LONGEST_HTML)?.split(/\r?\n/) ?? [])
    const points = lines.flatMap(
      (line: unknown) => new Fields({ [name]: line }).plain(name, LONGEST_POINT) ?? [],
    )
    if (points.length > MOST_POINTS) throw new RefusedRow(`${name}: more than ${MOST_POINTS} points`)
    return points.join('\n') || null
  }

  amount(name: string): string | null {
    const text = this.given(name)
    if (text === null) return null
    const value = parseAmount(text, MACHINE)
    if (value === null) throw new RefusedRow(`${name}: must be an amount with at most two decimals`)
    return String(value)
  }

  /** Returns ISO text. `zone` applies to values without one; `end` turns a date into the following midnight. */
  instant(name: string, { end = false, zone = '+05:30' } = {}): string | null {
    const text = this.text(name, 40)
    if (text === null) return null
    const day = /^\d{4}-\d\d-\d\d$/.test(text)
    const stated = day ? `${text}T00:00:00${zone}` : text.replace(/^(\S+) (?=\d)/, '$1T')
    const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(stated) ? stated : `${stated}${zone}`
    const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(stated) ? new Date(zoned) : new Date(Number.NaN)
    if (Number.isNaN(at.getTime()) || !isRealDay(text.slice(0, 10)))
      throw new RefusedRow(`${name}: must be a date such as 2026-11-21 or 2026-11-21T18:30:00+05:30`)
    return new Date(at.getTime() + (day && end ? 86_400_000 : 0)).toISOString()
  }
}

/** Date.parse() accepts 31 February and returns 3 March. */
const isRealDay = (text: string) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)

export const refuseHttp = (name: string) => `${name}: only https addresses are taken`

export const getSecureOrigin = ({ protocol, origin, hostname }: URL) =>
  protocol === 'https:' ? origin : `https://${hostname}`

/**
 * A character reference of HTML; a text that was escaped twice has several 'amp;'. Only with its semicolon, so that `&copy=1` stays.
 */
const ESCAPED_CHARACTER = /&(?:amp;)*(?:(amp|lt|gt|quot|apos)|#0{0,5}(\d{2,3})|#x0{0,5}([\da-f]{2}));/gi

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeCharacter = (_: string, name?: string, decimal?: string, hex?: string): string =>
  name ? CHARACTERS[name.toLowerCase()]! : String.fromCharCode(decimal ? Number(decimal) : parseInt(hex!, 16))

const toUrl = (href: string | null) => (href === null ? null : new URL(href))

function parseWebAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password) throw new RefusedRow(refuseHttp(name))
  return url
}
