// `npm run prove`: the long run of the money proofs, on a temporary database (docs/development.md).
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'

const HELP = `npm run prove -- [--only PART]... [figures]
  model    --seeds 10000 --from 1, or --seed N for one
  crashes  --lives 500 --from 1001: the same, PostgreSQL stopping at once in some steps
  planted  --from 1, or --record: a seed for each planted fault, for the test command
  orders   --repeats 3
  races    --rounds 1000
  payouts  --rounds 1000, of each of three
  faults   --faults 500 --seed 1
  outages  --seconds 60 of each (docs/operations.md)
  restart  --requests 20000, directly and through nginx and Caddy each
  attack   forms that never end, directly and through nginx and Caddy; on Linux
  nginx    what ops/deploy/nginx.conf keeps, and whom it holds up
  release: the last release of CHANGELOG.md on the schema of this one
  corruptions
  cluster  only when named, and alone: --fault WORDS of its name; root, Debian's packages (docs/cluster.md)`

/** @param {string} name @param {string} text */
function whole(name, text) {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`--${name} ${text}: not a number above 0\n${HELP}`)
  return Number(text)
}

function readWords() {
  const text = (/** @type {string} */ fallback) => ({
    type: /** @type {const} */ ('string'),
    default: fallback,
  })
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      seed: { type: 'string' },
      fault: text(''),
      seeds: text('10000'),
      lives: text('500'),
      from: text('1'),
      rounds: text('1000'),
      faults: text('500'),
      seconds: text('60'),
      requests: text('20000'),
      repeats: text('3'),
      record: { type: 'boolean', default: false },
    },
  })
  const { only, seed, fault } = values
  const figures = {
    seeds: seed ? 1 : whole('seeds', values.seeds),
    lives: seed ? 1 : whole('lives', values.lives),
    from: whole('seed', seed ?? values.from),
    rounds: whole('rounds', values.rounds),
    faults: whole('faults', values.faults),
    seconds: whole('seconds', values.seconds),
    requests: whole('requests', values.requests),
    repeats: whole('repeats', values.repeats),
    record: values.record,
  }
  return { only, fault, figures }
}

/** @type {{ close(): void } | undefined} */
let place
/** @type {import('vite').ViteDevServer | undefined} */
let loader
/** @type {string | undefined} */
let dataDir
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => {
    place?.close()
    process.exit(130)
  })

/** @param {string} fault @param {(file: string) => Promise<any>} load */
async function proveCluster(fault, load) {
  const { openCluster } = /** @type {typeof import('../tests/faults/cluster-place')} */ (
    await load('tests/faults/cluster-place.ts')
  )
  const cluster = await openCluster()
  place = cluster
  process.env.EMBEDDED_DATABASE_URL = cluster.databaseUrl
  const faults = /** @type {typeof import('../tests/faults/cluster')} */ (
    await load('tests/faults/cluster.ts')
  )
  await faults.proveCluster(cluster, fault)
}

/** @param {string[] | undefined} only @param {import('../tests/prove/main').Figures} figures @param {(file: string) => Promise<any>} load */
async function proveParts(only, figures, load) {
  const { openPlace } = /** @type {typeof import('../tests/faults/place')} */ (
    await load('tests/faults/place.ts')
  )
  const opened = await openPlace()
  place = opened
  const { prove, partNames, isPart } = /** @type {typeof import('../tests/prove/main')} */ (
    await load('tests/prove/main.ts')
  )
  const names = (only ?? partNames).map((name) => {
    if (!isPart(name)) throw new Error(`--only ${name}: ${[...partNames, 'cluster'].join(', ')}`)
    return name
  })
  if (!(await prove(opened, names, figures))) process.exitCode = 1
}

try {
  const { only, fault, figures } = readWords()
  await ensureInstalled(console.log)
  const { ensureBuild, root } = await import('./build.mjs')
  process.chdir(root)
  await ensureBuild({ say: console.log })
  const { createServer } = await import('vite')
  const { aliases } = await import('./driver.mjs')
  // Not runnerImport(): what it has loaded can import nothing later, and the operators' commands are imported when they are run.
  const vite = (loader = await createServer({
    configFile: false,
    resolve: { alias: aliases() },
    ssr: { external: true, resolve: { conditions: ['node'] } },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  }))
  const load = (/** @type {string} */ file) => vite.ssrLoadModule(path.join(root, file))
  delete process.env.DATABASE_URL
  // Checkpoints are written to it, which an audit of another database would miss.
  dataDir = process.env.DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-prove-'))
  process.env.SESSION_SECRET = randomBytes(32).toString('hex')
  process.env.DATA_KEY = randomBytes(32).toString('hex')
  process.env.PUBLIC_ORIGIN = 'http://localhost:3000'
  if (only?.includes('cluster')) {
    if (only.length > 1) throw new Error('--only cluster: alone')
    await proveCluster(fault, load)
  } else await proveParts(only, figures, load)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  place?.close()
  await loader?.close()
  if (dataDir) fs.rmSync(dataDir, { recursive: true, force: true })
}
