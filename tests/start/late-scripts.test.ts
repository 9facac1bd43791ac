import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { dataScripts, pageScript, readData } from '~/start/late-scripts.server'
import { writeFlags } from '~/start/remix-flags'
import { applyCut, withoutPreloads } from '~/start/unused-code'
import { isOfMachines } from '../../scripts/browser-manifest.mjs'

const route = (name: string, imports: string[]) => ({
  id: name,
  module: `/assets/${name}-1.js`,
  imports,
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
})

const facts = {
  manifest: {
    version: '1',
    url: '/assets/manifest-1.js',
    entry: { module: '/assets/entry-1.js', imports: ['/assets/shared-1.js'] },
    routes: {
      root: route('root', ['/assets/shared-1.js', '/assets/frame-1.js']),
      home: route('home', ['/assets/root-1.js', '/assets/carousel.element-1.js']),
    },
  },
  serverHandoffString: '{"future":{}}',
  staticHandlerContext: { matches: [{ route: { id: 'root' } }, { route: { id: 'home' } }] },
}

const parts = { starter: 'start(__MODULES__)', sheet: '/assets/tailwind-1.css' }

const DATA = '[{"_1":2},"title","</script><!-- दी $& \u2028 \\" "]\n'

const streamOf = (...pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

interface Started {
  __remixContext: { future: object; stream: ReadableStream<Uint8Array> }
}

function run(script: string) {
  const started: unknown[] = []
  const window = {} as Started
  const start = (modules: unknown) => started.push(modules)
  runInNewContext(script, { window, start, ReadableStream, TextEncoderStream })
  return { started, context: window.__remixContext }
}

describe('the script of a page', () => {
  test('names each module once and starts them', () => {
    expect(run(pageScript(facts, DATA, parts)).started).toEqual([
      {
        manifest: '/assets/manifest-1.js',
        routes: { root: '/assets/root-1.js', home: '/assets/home-1.js' },
        entry: '/assets/entry-1.js',
        imports: ['/assets/shared-1.js', '/assets/frame-1.js', '/assets/carousel.element-1.js'],
        elements: ['/assets/carousel.element-1.js'],
        sheet: '/assets/tailwind-1.css',
      },
    ])
  })

  test('gives Remix the data as a stream, and no text of it ends the script', async () => {
    const script = pageScript(facts, DATA, parts)
    expect(script).not.toContain('</script')
    expect(script).not.toContain('<!--')
    const { context } = run(script)
    expect(context.future).toEqual({})
    expect(await new Response(context.stream).text()).toBe(DATA)
  })

  test("data of any length stands in it whole, also where a piece ends within a character's bytes", async () => {
    const bytes = Buffer.from(DATA)
    const cut = bytes.indexOf(Buffer.from('दी')) + 1
    const stream = streamOf(bytes.subarray(0, cut), bytes.subarray(cut))
    expect(await readData({ serverHandoffStream: stream } as Parameters<typeof readData>[0])).toBe(DATA)
    expect(await readData({} as Parameters<typeof readData>[0])).toBe('')
  })

  test('is an error if Remix hands its context over in another way', () => {
    const { serverHandoffString: _context, ...other } = facts
    expect(() => pageScript(other, DATA, parts)).toThrow('in another way')
  })

  test("Remix's own scripts get the data by their controller", () => {
    const calls: unknown[] = []
    const streamController = {
      enqueue: (data: unknown) => calls.push(data),
      close: () => calls.push('closed'),
    }
    runInNewContext(dataScripts(DATA).join(''), { window: { __remixContext: { streamController } } })
    expect(calls).toEqual([DATA, 'closed'])
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

describe('what browsers do not need', () => {
  const cut = { file: 'router.js', text: 'isDeferred() {', by: 'isDeferred() { return false;' }

  test('of a library is left out by a text that stands once in it', () => {
    expect(applyCut('function isDeferred() { work() }', cut)).toBe(
      'function isDeferred() { return false; work() }',
    )
  })

  test.each(['nothing', 'isDeferred() { isDeferred() {'])(
    'is an error in a library with another text: %s',
    (code) => {
      expect(() => applyCut(code, cut)).toThrow('router.js does not have this once: isDeferred() {')
    },
  )

  test('is the preloading of styles, in a helper of Vite that is known', () => {
    const known = 'const seen = {};export const __vitePreload = function preload(load, deps) {}'
    expect(withoutPreloads(known)).toBe('export const __vitePreload = (load) => load()')
    for (const other of ['export const load = 1', `${known};export const more = 1`])
      expect(() => withoutPreloads(other)).toThrow('Vite writes its preload helper in another way')
  })

  test('are the routes that only machines ask for', () => {
    const ids = ['routes/api/login', 'routes/img', 'routes/home', 'routes/account/image', 'routes/out']
    expect(ids.filter(isOfMachines)).toEqual(['routes/api/login', 'routes/img'])
  })
})
