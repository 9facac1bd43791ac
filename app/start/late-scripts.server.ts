/** The script of a page: its data, and what starts the rest of its scripts (start.ts). */
import type { EntryContext } from '@remix-run/node'
import type { PageModules } from './page-modules'

/**
 * How a page comes by its scripts. 'remix': as Remix writes them. 'late': they stand in it and start later. 'outside': the same in
 * a file, which the page names. 'never': it has none.
 */
export type ScriptStart = 'remix' | 'late' | 'outside' | 'never'

interface StartParts {
  /** The minified app/start/start.ts. */
  starter: string
  /** The address of the whole style sheet. */
  sheet: string
}

type Facts = Pick<EntryContext, 'manifest' | 'serverHandoffString'> & {
  staticHandlerContext: { matches: { route: { id: string } }[] }
}

/** What Remix streams behind a page: all of its data, as one text. */
export async function readData({ serverHandoffStream }: EntryContext): Promise<string> {
  const reader = serverHandoffStream?.getReader()
  const parts: Uint8Array[] = []
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) parts.push(part.value)
  return Buffer.concat(parts).toString()
}

/** What Remix's <Scripts> and its stream give, in one script that starts the modules later. `data`: see readData(). */
export function pageScript(facts: Facts, data: string, parts: StartParts): string {
  if (!facts.serverHandoffString) throw new Error('Remix hands over its context in another way.')
  const stream = `new ReadableStream({start(c){c.enqueue(${literal(data)});c.close()}}).pipeThrough(new TextEncoderStream())`
  return `window.__remixContext = ${facts.serverHandoffString};window.__remixContext.stream=${stream};${startScript(facts, parts)}`
}

/** The scripts that make Remix's own receive the data, as its stream would. */
export const dataScripts = (data: string): string[] =>
  [`enqueue(${literal(data)})`, 'close()'].map((call) => `window.__remixContext.streamController.${call};`)

const literal = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')

const known = new WeakMap<EntryContext['manifest'], Map<string, string>>()

/** The same for all pages of a route. */
function startScript({ manifest, staticHandlerContext }: Facts, { starter, sheet }: StartParts): string {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  let starts = known.get(manifest)
  if (!starts) known.set(manifest, (starts = new Map<string, string>()))
  const key = ids.join(' ')
  let start = starts.get(key)
  if (start === undefined) {
    const routes = ids.map((id) => [id, manifest.routes[id]!] as const)
    const own = new Set([manifest.url, manifest.entry.module, ...routes.map(([, { module }]) => module)])
    const imports = [...manifest.entry.imports, ...routes.flatMap(([, route]) => route.imports ?? [])]
    const modules: PageModules = {
      manifest: manifest.url,
      routes: Object.fromEntries(routes.map(([id, { module }]) => [id, module])),
      entry: manifest.entry.module,
      imports: [...new Set(imports)].filter((href) => !own.has(href)),
      elements: [...new Set(imports)].filter((href) => href.includes('.element-')),
      sheet,
    }
    start = starter.replace('__MODULES__', () => literal(modules))
    starts.set(key, start)
  }
  return start
}
