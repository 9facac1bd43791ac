import type { Answer } from '../support/app'
import type { Walk } from './walk'

export interface Statement {
  /** A heading of docs/product.md. */
  section: string
  text: string
  see: (walk: Walk) => unknown
  right: unknown
  /** Why another server than the project's own need not do it. */
  ownServer?: string
}

export type Who = 'guest' | 'member'

type Row = [text: string, see: (walk: Walk) => unknown, right: unknown]

export const statements = (section: string, rows: Row[]): Statement[] =>
  rows.map(([text, see, right]) => ({ section, text, see, right }))

/** One statement for each text. */
export const shows = (section: string, path: string, texts: string[], who: Who = 'guest'): Statement[] =>
  statements(
    section,
    texts.map((text) => [
      `a ${who}'s ${path} shows '${text}'`,
      async (walk) => found((await walk.page(path, who)).text, text),
      text,
    ]),
  )

const found = (whole: string, text: string) =>
  whole.includes(text) ? text : `not in: ${whole.slice(0, 300)}`

/** Label and target of each link, the first of each label. */
export const linksTo = (section: string, path: string, links: Record<string, string>, who: Who = 'guest') =>
  statements(
    section,
    Object.entries(links).map(([label, target]) => [
      `'${label}' on a ${who}'s ${path} leads to ${target}`,
      async (walk) =>
        listTargets(await walk.page(path, who), label).includes(target) ||
        listTargets(await walk.page(path, who), label),
      true,
    ]),
  )

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")

export const plain = (html: string) =>
  decode(
    html
      .replace(/<(?:svg|style)[\s\S]*?<\/(?:svg|style)>/g, '')
      .replace(/<!--.*?-->/g, '')
      .replace(/<[^>]*>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()

export function listTargets({ body }: Answer, label: string): string[] {
  const all = [...body.matchAll(/<a\b[^>]*?\shref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
  return all.filter(([, , inner]) => plain(inner!) === label).map(([, target]) => decode(target!))
}

export const count = ({ body }: Answer, part: RegExp) => [...body.matchAll(part)].length

export const headings = ({ body }: Answer) =>
  [...body.matchAll(/<h[12]\b[^>]*>([\s\S]*?)<\/h[12]>/g)].map(([, inner]) => plain(inner!))

/** Those of `right` in the order in which `all` has them. */
export const getOrder = (all: string[], right: string[]) =>
  all.filter((one, at) => right.includes(one) && all.indexOf(one) === at)

export const getTitle = ({ body }: Answer) => decode(/<title>(.*?)<\/title>/.exec(body)?.[1] ?? '')

/** Status and Location. */
export const describeAnswer = ({ status, location }: Answer) =>
  location === null ? [status] : [status, location]

export const getStatus = ({ status }: Answer) => status
