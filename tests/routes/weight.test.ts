// Bytes of a page for a guest: headers, and HTML with its CSS after brotli 11 (the page cache's medium quality makes some 10 % more).
// The first round trip carries ten packets of 1,460. Scripts come later, and without Save-Data alone.
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildFolder } from '../../scripts/build.mjs'
import { build, startServers } from '../support/app'
import { LAYERS } from '~/components/ui/page-style'
import { ops } from '../ops/support'

interface Budget {
  /** Headers and HTML with its CSS. */
  html: number
  /** The same up to the end of the second section, which is below the first screen of a phone. */
  first: number
  /** The CSS in it, compressed by itself. */
  css: number
  /** Files that a page's scripts are made of. */
  scripts: number
  /** Pictures that are loaded with the page, and not when they come into view. */
  images: number
}

const BUDGET: Budget = { html: 14_600, first: 14_600, css: 7_200, scripts: 110_000, images: 0 }

const PAGES: [name: string, path: string, budget: Budget][] = [
  ['home', '/', { ...BUDGET, html: 18_000, scripts: 105_000 }],
  ['a category', '/CouponFilters/Electronics', BUDGET],
  ['the offers of a store', '/Offers/voltwala', BUDGET],
  ['a detail', '/CouponsDetails/Mithai boxes delivered across India', BUDGET],
  ['the deals', '/Deals', BUDGET],
]

let origin: string
beforeAll(async () => {
  await ops('demo seed')
  const [server] = await startServers(1, { env: { PAGE_CACHE_MB: '8' } })
  origin = server!.origin
}, 60_000)

interface Weight {
  status: number
  encoding: string | undefined
  /** Bytes of the headers. */
  head: number
  body: string
}

/** Bytes on the wire: status line, headers and body. */
function weigh(address: string): Promise<Weight> {
  return new Promise((resolve, reject) => {
    http
      .get(new URL(address, origin), { headers: { 'Accept-Encoding': 'br' } }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const body = Buffer.concat(parts)
          const head = response.rawHeaders.reduce((all, text) => all + Buffer.byteLength(text) + 2, 2 + 17)
          resolve({
            status: response.statusCode!,
            encoding: response.headers['content-encoding'],
            head,
            body: String(zlib.brotliDecompressSync(body)),
          })
        })
      })
      .on('error', reject)
  })
}

const brotli = (text: string) => zlib.brotliCompressSync(text).length

/** As the build compressed it, or as it is where that is not smaller. */
function sizeOfFile(address: string): number {
  const file = path.join(buildFolder, 'client', address)
  return fs.statSync(fs.existsSync(`${file}.br`) ? `${file}.br` : file).size
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)

const sizeOfScripts = (html: string): number =>
  sum([...new Set(html.match(/\/assets\/[\w.-]+\.js/g))].map(sizeOfFile))

function sizeOfImages(html: string): number {
  const eager = html.match(/<img [^>]*>/g)?.filter((tag) => !tag.includes('loading="lazy"')) ?? []
  return sum([...new Set(eager.map((tag) => / src="([^"]*)"/.exec(tag)![1]!))].map(sizeOfFile))
}

describe('size of a demo page', () => {
  const table: Record<string, Record<string, string>> = {}
  afterAll(() => console.table(table))

  test.each(PAGES)('%s is within its budgets', async (name, address, budget) => {
    const { status, encoding, head, body } = await weigh(address)
    expect({ status, encoding }).toEqual({ status: 200, encoding: 'br' })
    const css = /<style id="css">([\s\S]*?)<\/style>/.exec(body)![1]!
    const found: Budget = {
      html: head + brotli(body),
      first: head + brotli(body.split('</section>').slice(0, 2).join('</section>')),
      css: brotli(css),
      scripts: sizeOfScripts(body),
      images: sizeOfImages(body),
    }
    const kinds = Object.keys(found) as (keyof Budget)[]
    table[name] = Object.fromEntries(kinds.map((kind) => [kind, `${found[kind]} of ${budget[kind]}`]))
    expect(kinds.filter((kind) => found[kind] > budget[kind]).map((kind) => [kind, found[kind]])).toEqual([])
  })
})

test('the style of a page is the text of its sheets, and their links are disabled', async () => {
  const { body } = await weigh('/Deals')
  const links = [...body.matchAll(/<link rel="stylesheet" href="([^"]+)"([^>]*)>/g)]
  const sheets = links.filter(([, , rest]) => !rest!.includes('media='))
  expect(sheets.map(([, , rest]) => rest)).toEqual(sheets.map(() => ' disabled=""/'))
  const texts = sheets.map(([, address]) =>
    fs.readFileSync(path.join(buildFolder, 'client', address!), 'utf8'),
  )
  const style = /<style id="css">([^]*?)<\/style>/.exec(body)![1]!
  expect(style).toBe(`${LAYERS}${texts.map((text) => text.trim()).join('')}`)
})

test('every sheet of the build belongs to a route, except sheets that load later', () => {
  const folder = path.join(buildFolder, 'client/assets')
  const names = fs.readdirSync(folder)
  const manifest = fs.readFileSync(
    path.join(
      folder,
      names.find((name) => /^manifest-.*\.js$/.test(name))!,
    ),
    'utf8',
  )
  const sheets = names.filter((name) => name.endsWith('.css') && !name.startsWith('special-media-'))
  const late = sheets.filter((name) => !manifest.includes(name))
  expect([...new Set(late.map((name) => name.replace(/-[\w-]{8}\.css$/, '')))].toSorted()).toEqual([
    'dialogs',
    'members',
    'suggestion-list',
  ])
})

// Another sheet in front of it would begin before the order of layers; lists of offers would load on pages of text.
test('every page has the frame’s script and sheet, and no others', () => {
  const { module, imports, css } = build.assets.routes.root!
  for (const files of [imports, css]) expect(files).toEqual([expect.stringMatching(/^\/assets\/frame-/)])
  expect(module).toMatch(/^\/assets\/root-/)
})

test('no script has the library that reads forms, which only the server does', () => {
  const folder = path.join(buildFolder, 'client/assets')
  const scripts = fs.readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  expect(
    scripts.filter((name) => fs.readFileSync(path.join(folder, name), 'utf8').includes('invalid_type')),
  ).toEqual([])
})

test('custom elements are files without imports, so that they do not wait for React', () => {
  const folder = path.join(buildFolder, 'client/assets')
  const files = fs.readdirSync(folder).filter((name) => /\.element-[\w-]+\.js$/.test(name))
  expect(files.map((name) => name.split('.')[0]).toSorted()).toEqual([
    'carousel',
    'copy',
    'flash-sale',
    'open-store',
    'reply-snippet',
    'search-keys',
    'type-ahead',
  ])
  for (const name of files) expect(fs.readFileSync(path.join(folder, name), 'utf8')).not.toMatch(/\bimport\b/)
})
