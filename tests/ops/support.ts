import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildFolder, ensureBuild } from '../../scripts/build.mjs'
import { runLogged, withoutDatabase, type Answer } from './in-process'

export { file } from './files'
export type { Answer }

await ensureBuild()

/** Runs a command within the test process. */
export const ops = (line: string): Promise<Answer> => runLogged(words(line))

/** Runs the built command line as a process; `input` is its standard input, `env` overrides the tests' environment. */
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
    child.once('close', (code) => resolve(withoutDatabase({ ...answer, code })))
    child.stdin.end(input)
  })
}

/** Splits like a shell: "two words" are one. */
const words = (line: string) => (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, ''))
