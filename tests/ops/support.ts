/** The built command line as a process, on the database of the test file. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { buildFolder, ensureBuild } from '../../scripts/build.mjs'

await ensureBuild()

export interface Answer {
  code: number | null
  out: string
  err: string
}

/** Runs one command to its end. `input` is what is piped in; `env` lies over the environment of the tests. */
export function ops(
  args: string,
  { input, env }: { input?: string; env?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(buildFolder, 'node/ops.js'), ...words(args)], {
      env: { ...process.env, ...env },
    })
    const answer: Answer = { code: null, out: '', err: '' }
    child.stdout.on('data', (part) => (answer.out += String(part)))
    child.stderr.on('data', (part) => (answer.err += String(part)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ ...answer, code }))
    child.stdin.end(input)
  })
}

/** As a shell takes them apart: "two words" are one. */
const words = (line: string) => (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, ''))

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-ops-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A file of the test's own; gives its path. */
export function file(name: string, content: string): string {
  const place = path.join(folder, name)
  fs.writeFileSync(place, content)
  return place
}
