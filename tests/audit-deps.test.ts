/** `npm run audit:deps` with responses of the registry. */
import { spawn } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

/** The metadata that npm requests of a package with an advisory and of its dependents. */
function packageOf(url: string) {
  const name = decodeURIComponent(url.slice(1))
  return {
    name,
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name, version: '1.0.0', dist: {} } },
  }
}

/** Runs it with a registry that gives this response to every request. */
async function auditWith(status: number, body: unknown) {
  const registry = http.createServer((request, response) => {
    const isPackage = request.method === 'GET'
    request.resume().on('end', () => {
      response.writeHead(isPackage ? 200 : status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(isPackage ? packageOf(request.url!) : body))
    })
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const { port } = registry.address() as AddressInfo
  const child = spawn(process.execPath, ['scripts/audit-deps.mjs', '--fetch-retries=0'], {
    env: { ...process.env, npm_execpath: '', npm_config_registry: `http://127.0.0.1:${port}/` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  registry.close()
  return { code, output }
}

test('a response without advisories exits with 0', async () => {
  expect(await auditWith(200, {})).toMatchObject({ code: 0, output: 'no known vulnerabilities\n' })
})

test('a registry without an answer exits with 3: not checked', async () => {
  const { code, output } = await auditWith(405, { error: 'Method Not Allowed' })
  expect(code).toBe(3)
  expect(output).toMatch(/^not checked: the registry gave no answer/)
})

test('an advisory for a production package is named and fails', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Made up',
    severity: 'high',
    vulnerable_versions: '<99',
    cwe: [],
    cvss: { score: 0, vectorString: null },
  }
  const { code, output } = await auditWith(200, { commander: [advisory] })
  expect(code).toBe(1)
  expect(output).toMatch(/^high\s+commander /m)
})
