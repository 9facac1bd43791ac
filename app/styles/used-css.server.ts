import { LRUCache } from 'lru-cache'
import type { CssIndex, CssNode, Need } from './css-index'

/**
 * Gives the part of a sheet that applies to a page, in the order of the sheet: rules whose selectors can match its HTML in
 * any state that a browser can bring about without scripts, and the custom properties and keyframes that they use.
 */
export function createUsedCss({ tokens, names, nodes }: CssIndex): (html: string) => string {
  const scan = createScanner(tokens)
  const known = new LRUCache<string, string>({ max: 200 })

  return (html) => {
    const seen = scan(html)
    const key = Buffer.from(seen).toString('latin1')
    let css = known.get(key)
    if (css === undefined) {
      const used = new Uint8Array(names)
      markUses(nodes, seen, used)
      css = write(nodes, seen, used)
      known.set(key, css)
    }
    return css
  }
}

/** Returns which tokens a page has, by their number. The next call overwrites the array. */
function createScanner(tokens: readonly string[]): (html: string) => Uint8Array {
  const numbers = new Map(tokens.map((token, at) => [token, at]))
  const attributes = tokens.filter((token) => token.startsWith('[')).map((token) => token.slice(1))
  const scanner = new RegExp(
    `<([a-z][a-z0-9]*)| class="([^"]*)"| id="([^"]*)"${attributes.length ? `| (${attributes.join('|')})[=\\s>]` : ''}`,
    'g',
  )
  const ofClasses = new LRUCache<string, number[]>({ max: 5000 })
  const seen = new Uint8Array(tokens.length)

  function see(token: string): void {
    const number = numbers.get(token)
    if (number !== undefined) seen[number] = 1
  }

  function seeClasses(classes: string): void {
    let found = ofClasses.get(classes)
    if (!found) {
      found = classes.split(/\s+/).flatMap((name) => numbers.get(`.${name}`) ?? [])
      ofClasses.set(classes, found)
    }
    for (const number of found) seen[number] = 1
  }

  return (html) => {
    seen.fill(0)
    for (const [, element, classes, id, attribute] of html.matchAll(scanner))
      if (element !== undefined) see(element)
      else if (classes !== undefined) seeClasses(classes)
      else if (id !== undefined) see(`#${id}`)
      else see(`[${attribute}`)
    return seen
  }
}

const isMet = ({ all, any }: Need, seen: Uint8Array): boolean =>
  all.every((number) => seen[number]) &&
  any.every((alternatives) => alternatives.some((need) => isMet(need, seen)))

function markUses(among: readonly CssNode[], seen: Uint8Array, used: Uint8Array): void {
  for (const node of among)
    if (node.kind === 'group') markUses(node.nodes, seen, used)
    else if (node.kind === 'rule' && node.selectors.some(({ need }) => isMet(need, seen)))
      for (const name of node.uses) used[name] = 1
}

function write(among: readonly CssNode[], seen: Uint8Array, used: Uint8Array): string {
  let css = ''
  for (const node of among) css += textOf(node, seen, used)
  return css
}

function textOf(node: CssNode, seen: Uint8Array, used: Uint8Array): string {
  switch (node.kind) {
    case 'fixed':
      return node.text
    case 'named':
      return used[node.name] ? node.text : ''
    case 'group': {
      const inside = write(node.nodes, seen, used)
      return inside && `${node.head}${inside}}`
    }
    case 'variables': {
      const kept = node.declarations.filter(({ name }) => used[name]).map(({ text }) => text)
      return kept.length ? `${node.head}${kept.join(';')}}` : ''
    }
    case 'rule': {
      const kept = node.selectors.filter(({ need }) => isMet(need, seen)).map(({ text }) => text)
      return kept.length ? kept.join(',') + node.body : ''
    }
  }
}
