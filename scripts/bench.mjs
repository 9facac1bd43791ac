import path from 'node:path'
import { ensureInstalled } from './install.mjs'

/** Each is bench/NAME.ts and exports `run(words)`, which resolves to false if a target is missed. */
const BENCHES = {
  all: 'every bench below but commands, import, operators and routes in turn, and one table of the targets; without a name, too (--short: smaller and shorter)',
  catalogue:
    'queries of guest pages at 1,000,000 generated offers against 1,000, last pages against first, suggestions (--rows N)',
  commands: 'CPU time of commands from their start to their end, on the demo',
  'desk-pages':
    'every page of the desk and its search in a shop of 20,000 members (--members N, --sales N a member, --days N over which they are spread, --times N)',
  desk: 'p95 of Get Deal and postbacks while 20 heavy lists are read at the desk, and while none is (--seconds N, --rounds N)',
  import: 'a feed of 100,000 rows, JSON and CSV, by `ops -- catalogue import`, beside a bare COPY',
  memory: 'the heap at 70 % of the capacity of one process (--minutes N)',
  money:
    'postbacks at 200/s, transfers over many wallets and on one, the audit of a million transfers, the second reader (--only audit, --seconds N, --transfers N, --members N)',
  operators:
    'p50 and p95 of 200 withdrawals approved at the desk: preview, confirmation, end of the job (--rounds N)',
  overload: 'five times the pages that one process can serve: what it serves and refuses, and how fast',
  pages:
    'home from the cache and 304, beside nginx with ops/deploy/nginx.conf in front (--seconds N, --rounds N)',
  routes: "CPU time of finding a URL's route: ours, and Remix's matchRoutes",
  uncached:
    'CPU time of home, list, detail and wallet without the page cache (--requests N, --rounds N; --builds A,B by turns; --profile FOLDER)',
}

const given = process.argv.slice(2)
const [name = '', ...words] = given[0] === undefined || given[0] === '--short' ? ['all', ...given] : given

if (name === '--help') {
  console.log('npm run bench -- NAME')
  for (const [bench, about] of Object.entries(BENCHES)) console.log(`  ${bench.padEnd(12)}${about}`)
} else if (!Object.hasOwn(BENCHES, name)) {
  console.error(`There is no bench ${name}: ${Object.keys(BENCHES).join(', ')}`)
  process.exitCode = 2
} else {
  try {
    await ensureInstalled(console.log)
    const { ensureBuild, root } = await import('./build.mjs')
    process.chdir(root)
    await ensureBuild({ say: console.log })
    const { runnerImport } = await import('vite')
    const { aliases } = await import('./driver.mjs')
    const alias = aliases()
    const file = path.join(root, 'bench', `${name}.ts`)
    const { module } = await runnerImport(file, { configFile: false, resolve: { alias } })
    const { run } = /** @type {typeof import('../bench/memory')} */ (module)
    if (!(await run(words))) process.exitCode = 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
