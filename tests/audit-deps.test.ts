/** `npm run audit:deps` with responses of the registry. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** The metadata that npm requests of a package with an advisory and of its dependents. */
function parsePackage(url: string) {
  const name = decodeURIComponent(url.slice(1))
  return {
    name,
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name, version: '1.0.0', dist: {} } },
  }
}

interface Exception {
  advisory: string
  package: string
  reason: string
  test: string
  expires: string
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-audit-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Runs it with a registry that gives this response to every request, and with these exceptions. */
async function auditWith(status: number, body: unknown, exceptions: readonly Exception[] = []) {
  const registry = http.createServer((request, response) => {
    const isPackage = request.method === 'GET'
    request.resume().on('end', () => {
      response.writeHead(isPackage ? 200 : status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(isPackage ? parsePackage(request.url!) : body))
    })
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const { port } = registry.address() as AddressInfo
  const file = path.join(folder, `exceptions-${port}.json`)
  fs.writeFileSync(file, JSON.stringify(exceptions))
  const words = ['scripts/audit-deps.mjs', `--exceptions=${file}`, '--fetch-retries=0']
  const child = spawn(process.execPath, words, {
    env: { ...process.env, npm_execpath: '', npm_config_registry: `http://127.0.0.1:${port}/` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  registry.close()
  return { code, output }
}

const advisory = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Made up',
  severity: 'high',
  vulnerable_versions: '<99',
  cwe: [],
  cvss: { score: 0, vectorString: null },
}
const COMMANDER = { commander: [advisory] }

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const EXCEPTION: Exception = {
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'commander',
  reason: 'No input reaches it.',
  test: 'tests/audit-deps.test.ts',
  expires: inDays(80),
}

test('a response without advisories exits with 0', async () => {
  const { code, output } = await auditWith(200, {})
  expect(code).toBe(0)
  expect(output).toMatch(/^no known vulnerabilities that are not accepted, 0 accepted/)
})

test('a registry without an answer exits with 3: not checked', async () => {
  const { code, output } = await auditWith(405, { error: 'Method Not Allowed' }, [EXCEPTION])
  expect(code).toBe(3)
  expect(output).toMatch(/^not checked: the registry gave no answer/)
})

test('an advisory for a production package is named and fails', async () => {
  const { code, output } = await auditWith(200, COMMANDER)
  expect(code).toBe(1)
  expect(output).toMatch(/^high\s+commander .*GHSA-aaaa-bbbb-cccc: Made up$/m)
})

test('an accepted advisory passes, and only it', async () => {
  const accepted = await auditWith(200, COMMANDER, [EXCEPTION])
  expect(accepted).toMatchObject({ code: 0, output: expect.stringContaining(', 1 accepted with a test') })
  const more = { csvparse: [], 'csv-parse': [{ ...advisory, id: 2, url: 'https://x.example/GHSA-dddd' }] }
  const beside = await auditWith(200, { ...COMMANDER, ...more }, [EXCEPTION])
  expect(beside.code).toBe(1)
  expect(beside.output).toMatch(/^high\s+csv-parse .*GHSA-dddd/m)
  expect(beside.output).not.toContain('commander')
})

test.each([
  ['is past its end', { expires: inDays(-2) }, 'expired on'],
  ['lasts more than 90 days', { expires: inDays(93) }, 'longer than 90 days'],
  ['has no day', { expires: 'never' }, 'has no day of expiry'],
  ['has no reason', { reason: ' ' }, 'has no reason'],
  ['names a test that is not there', { test: 'tests/none.test.ts' }, 'names no test of ours'],
  ['is of an advisory that is gone', { advisory: 'GHSA-gone' }, 'no longer reported'],
])('an exception that %s fails', async (_, change, fault) => {
  const { code, output } = await auditWith(200, COMMANDER, [{ ...EXCEPTION, ...change }])
  expect(code).toBe(1)
  expect(output).toContain(fault)
})

test('each exception of this repository is whole', () => {
  const listed = JSON.parse(fs.readFileSync('security/exceptions.json', 'utf8')) as Exception[]
  expect(listed.length).toBeGreaterThan(0)
  for (const { advisory: id, test: file, reason, package: name, expires } of listed) {
    expect(id).toMatch(/^GHSA(?:-[\da-z]{4}){3}$/)
    expect([file, fs.readFileSync(file, 'utf8').includes(id)]).toEqual([file, true])
    expect(reason.length).toBeGreaterThan(20)
    expect(expires).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(fs.existsSync(path.join('node_modules', name))).toBe(true)
  }
})
