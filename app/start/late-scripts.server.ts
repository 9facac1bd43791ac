import type { PageModules } from './page-modules'

/**
 * How a page comes by its scripts. 'remix': as Remix wrote them. 'late': they stand in it and start later. 'outside': the same in
 * a file, which the page names. 'never': it has none.
 */
export type ScriptStart = 'remix' | 'late' | 'outside' | 'never'

interface StartParts {
  /** The minified app/start/start.ts. */
  starter: string
  /** The address of the whole style sheet. */
  sheet: string
  /** Keeps a script and returns its address. */
  keep(script: string): string
}

const PRELOADS = /<link rel="modulepreload" href="([^"]*)"\/>/g
const ROUTE = /import \* as route(\d+) from "([^"]+)";/g

/**
 * Replaces the scripts that Remix wrote by one that starts them later (app/start/start.ts), and takes out the preloads, which
 * would compete with the first paint. Scripts of others stay. Throws if Remix writes its scripts in another way.
 */
export function delayScripts(html: string, marker: string, parts: StartParts, how: ScriptStart): string {
  if (how === 'remix' || !html.includes('window.__remixContext =')) return html
  const imports = [...html.matchAll(PRELOADS)].map(([, href]) => href!)
  const plain = html.replace(PRELOADS, '')
  const own = (tag: string) => `<script nonce="${marker}"${tag}>([\\s\\S]*?)</script>`
  const both = new RegExp(own('') + own(' type="module" async=""'))
  const [found, context, module] = withContext(both, plain)
  const start = startScript(module, imports, parts)
  const rest = new RegExp(own('(?=>window\\.__remixContext\\.)'), 'g')
  if (how === 'late')
    return plain.replace(found, () => `<script nonce="${marker}">${context};${start}</script>`)
  const data = [...plain.matchAll(rest)].map(([, script]) => script!)
  const without = plain.replace(rest, '')
  if (how === 'never') return without.replace(found, '')
  const href = parts.keep([context, ...data, start].join(';'))
  return without.replace(found, () => `<script src="${href}" async="" fetchpriority="low"></script>`)
}

function withContext(both: RegExp, html: string): [found: string, context: string, module: string] {
  // The script before the context is that of scroll restoration.
  const at = html.lastIndexOf('<script', html.indexOf('window.__remixContext ='))
  const [found, context, module] = both.exec(html.slice(at)) ?? []
  if (found === undefined || !context?.startsWith('window.__remixContext ='))
    throw unknownForm(html.slice(at, at + 500))
  return [found, context.replace(/;$/, ''), module!]
}

function startScript(script: string, imports: string[], { starter, sheet }: StartParts): string {
  const [, manifest] = /import "([^"]+)"/.exec(script) ?? []
  const [, entry] = /import\("([^"]+)"\)/.exec(script) ?? []
  const addresses = new Map([...script.matchAll(ROUTE)].map(([, number, href]) => [number, href!]))
  const routes = [...script.matchAll(/("[^"]+"):route(\d+)/g)].map(
    ([, id, number]) => [JSON.parse(id!) as string, addresses.get(number)] as const,
  )
  if (!manifest || !entry || !routes.length || routes.some(([, href]) => !href)) throw unknownForm(script)
  const own = new Set([manifest, entry, ...addresses.values()])
  const modules: PageModules = {
    manifest,
    routes: Object.fromEntries(routes) as Record<string, string>,
    entry,
    imports: imports.filter((href) => !own.has(href)),
    sheet,
  }
  return starter.replace('__MODULES__', () => JSON.stringify(modules).replaceAll('<', '\\u003c'))
}

const unknownForm = (script: string) => new Error(`Remix writes its scripts in another way: ${script}`)
