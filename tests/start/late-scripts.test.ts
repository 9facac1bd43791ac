import { describe, expect, test } from 'vitest'
import { delayScripts } from '~/start/late-scripts.server'
import { writeFlags } from '~/start/remix-flags'

const module = (script: string) => `<script nonce="M" type="module" async="">${script}</script>`

const MODULES = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/home-1.js";

window.__remixRouteModules = {"root":route0,"routes/home":route1};

import("/assets/entry.client-1.js");`

const START = `start(${JSON.stringify({
  manifest: '/assets/manifest-1.js',
  routes: { root: '/assets/root-1.js', 'routes/home': '/assets/home-1.js' },
  entry: '/assets/entry.client-1.js',
  imports: ['/assets/shared-1.js'],
  sheet: '/assets/tailwind-1.css',
})})`

const preloads = ['manifest-1', 'entry.client-1', 'shared-1', 'root-1', 'home-1']
  .map((name) => `<link rel="modulepreload" href="/assets/${name}.js"/>`)
  .join('')
const SCROLL = '<script nonce="M">scroll()</script>'
const CONTEXT = 'window.__remixContext = {};'
const OTHERS = '<script nonce="M" async="" src="https://tk.example/t.js"></script>'
const DATA = ['enqueue("data")', 'close()'].map((call) => `window.__remixContext.streamController.${call};`)
const dataScripts = DATA.map((data) => `<script nonce="M">${data}</script>`).join('')
const html = `<html><body>${OTHERS}${SCROLL}${preloads}<script nonce="M">${CONTEXT}</script>${module(MODULES)}</body></html>${dataScripts}`

const kept: string[] = []
const parts = {
  sheet: '/assets/tailwind-1.css',
  starter: 'start(__MODULES__)',
  keep: (script: string) => `/kept-${kept.push(script)}.js`,
}

describe('scripts of a page', () => {
  test("'late': stand in the page without preloads, and one script names the modules", () => {
    expect(delayScripts(html, 'M', parts, 'late')).toBe(
      `<html><body>${OTHERS}${SCROLL}<script nonce="M">window.__remixContext = {};${START}</script></body></html>${dataScripts}`,
    )
  })

  test("'outside': are kept with the page's data, and the page names their address", () => {
    expect(delayScripts(html, 'M', parts, 'outside')).toBe(
      `<html><body>${OTHERS}${SCROLL}<script src="/kept-1.js" async="" fetchpriority="low"></script></body></html>`,
    )
    expect(kept).toEqual([['window.__remixContext = {}', ...DATA, START].join(';')])
  })

  test("'never': only those of others and scroll restoration stay", () => {
    expect(delayScripts(html, 'M', parts, 'never')).toBe(`<html><body>${OTHERS}${SCROLL}</body></html>`)
  })

  test("'remix': stay as they are", () => {
    expect(delayScripts(html, 'M', parts, 'remix')).toBe(html)
  })

  test('in an unknown form are an error', () => {
    const other = `<script nonce="M">${CONTEXT}</script>${module('import("/a.js")')}`
    expect(() => delayScripts(other, 'M', parts, 'late')).toThrow(
      'Remix writes its scripts in another way: import("/a.js")',
    )
    expect(() => delayScripts(`<script nonce="M">${CONTEXT}</script>`, 'M', parts, 'late')).toThrow(
      'Remix writes its scripts in another way: <script',
    )
  })

  test('a page without scripts stays as it is', () => {
    expect(delayScripts('<html></html>', 'M', parts, 'late')).toBe('<html></html>')
  })
})

describe("Remix's future flags in its browser code", () => {
  const flags = { v3_singleFetch: true, v3_lazyRouteDiscovery: false }

  test('are replaced by the values of the options', () => {
    const code =
      'if (future.v3_singleFetch || window.__remixContext.future.v3_lazyRouteDiscovery === true) go(other.future)'
    expect(writeFlags(code, flags)).toBe('if (true || false === true) go(other.future)')
  })

  test('that the options do not name are an error', () => {
    expect(() => writeFlags('future.v3_new', flags)).toThrow(
      'Remix reads a flag that remix.config.js does not set: v3_new',
    )
  })
})
