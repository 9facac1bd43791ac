/** A piece of a text, and what stands there instead. */
export interface Change {
  at: number
  length: number
  by: string
}

/** All at once: each new text of a long page would be copied before it can be searched. */
export function withChanges(html: string, changes: Change[]): string {
  const parts: string[] = []
  let from = 0
  for (const { at, length, by } of changes.toSorted((one, other) => one.at - other.at)) {
    parts.push(html.slice(from, at), by)
    from = at + length
  }
  parts.push(html.slice(from))
  return parts.join('')
}

/** The icons in the page's sprite (app/shell/sprite.tsx) that no <use> in its HTML refers to, to be left out. */
export function unusedSymbols(html: string): Change[] {
  const start = html.indexOf('<symbol ')
  const end = html.indexOf('</svg>', start)
  if (start < 0 || end < 0) return []
  const used = new Set<string>()
  for (let at = html.indexOf(USE, end); at >= 0; at = html.indexOf(USE, at + 1))
    used.add(html.slice(at + 1, html.indexOf('"', at)))
  const symbols = html.slice(start, end).matchAll(/<symbol id="(icon-[a-z]+)".*?<\/symbol>/g)
  return [...symbols]
    .filter(([, id]) => !used.has(id!))
    .map((found) => ({ at: start + found.index, length: found[0].length, by: '' }))
}

const USE = '#icon-'
