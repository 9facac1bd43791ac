import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildFolder, ensureBuild } from '../../scripts/build.mjs'
import { splitWords, withoutDatabase, type Answer } from './support'

await ensureBuild()

/** Runs the built command line as a process; `input` is its standard input, `env` overrides the tests' environment. */
export function opsProcess(
  line: string,
  { input, env }: { input?: string; env?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(buildFolder, 'node/ops.js'), ...splitWords(line)], {
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
