// `npm run conformance [-- --server remix-serve]`: docs/product.md as a table of statements and what the running site does.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './install.mjs'

const SERVERS = ['own', 'remix-serve']

const { values } = parseArgs({ options: { server: { type: 'string', default: 'own' } } })
if (!SERVERS.includes(values.server)) {
  console.error(`--server: ${SERVERS.join(' or ')}`)
  process.exit(2)
}
await ensureInstalled()
const words = ['run', 'tests/conformance', '--reporter=dot']
const child = spawn('npx', ['vitest', ...words], {
  env: { ...process.env, CONFORMANCE_SERVER: values.server, CONFORMANCE_TABLE: '1' },
  stdio: 'inherit',
})
child.once('close', (code) => process.exit(code ?? 1))
