/** The command line, on the database of the test file. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { buildFolder, ensureBuild } from '../../scripts/build.mjs'
import { runLogged, type Answer } from './in-process'

export type { Answer }

await ensureBuild()

/** Runs one command line to its end, within the test process. */
export const ops = (line: string): Promise<Answer> => runLogged(words(line))

/**
 * The same as a process of its own, of the built command line: `input` is what is piped in; `env` lies over the environment of
 * the tests.
 */
export function opsProcess(
  line: string,
  { input, env }: { input?: string; env?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(buildFolder, 'node/ops.js'), ...words(line)], {
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
