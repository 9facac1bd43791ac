import { LRUCache } from 'lru-cache'
import type { CssIndex, CssNode, Need } from './css-index'

/**
 * Gives the part of a sheet that applies to a page, in the order of the sheet: rules whose selectors can match its HTML in
 * any state that a browser can bring about without scripts, and the custom properties and keyframes that they use.
 */
export function createUsedCss({ tokens, names, nodes }: CssIndex): (html: string) => string {
  const numbers = new Map(tokens.map((token, at) => [token, at]))
  const attributes = tokens.filter((token) => token.startsWith('[')).map((token) => token.slice(1))
  const scanner = new RegExp(
    `<([a-z][a-z0-9]*)| class="([^"]*)"| id="([^"]*)"${attributes.length ? `| (${attributes.join('|')})[=\\s>]` : ''}`,
    'g',
  )
  const ofClasses = new LRUCache<string, number[]>({ max: 5000 })
  const known = new LRUCache<string, string>({ max: 200 })
  const seen = new Uint8Array(tokens.length)
  const used = new Uint8Array(names)

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

  function scan(html: string): void {
    seen.fill(0)
    for (const [, element, classes, id, attribute] of html.matchAll(scanner))
      if (element !== undefined) see(element)
      else if (classes !== undefined) seeClasses(classes)
      else if (id !== undefined) see(`#${id}`)
      else see(`[${attribute}`)
  }

  const isMet = ({ all, any }: Need): boolean =>
    all.every((number) => seen[number]) && any.every((alternatives) => alternatives.some(isMet))

  function markUses(among: CssNode[]): void {
    for (const node of among)
      if (node.kind === 'group') markUses(node.nodes)
      else if (node.kind === 'rule' && node.selectors.some(({ need }) => isMet(need)))
        for (const name of node.uses) used[name] = 1
  }

  function write(among: CssNode[]): string {
    let css = ''
    for (const node of among) css += textOf(node)
    return css
  }

  function textOf(node: CssNode): string {
    switch (node.kind) {
      case 'fixed':
        return node.text
      case 'named':
        return used[node.name] ? node.text : ''
      case 'group': {
        const inside = write(node.nodes)
        return inside && `${node.head}${inside}}`
      }
      case 'variables': {
        const kept = node.declarations.filter(({ name }) => used[name]).map(({ text }) => text)
        return kept.length ? `${node.head}${kept.join(';')}}` : ''
      }
      case 'rule': {
        const kept = node.selectors.filter(({ need }) => isMet(need)).map(({ text }) => text)
        return kept.length ? kept.join(',') + node.body : ''
      }
    }
  }

  return (html) => {
    scan(html)
    const key = Buffer.from(seen).toString('latin1')
    let css = known.get(key)
    if (css === undefined) {
      used.fill(0)
      markUses(nodes)
      css = write(nodes)
      known.set(key, css)
    }
    return css
  }
}
