import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const SYSTEMD = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'

/** What other programs read from a file of variables, by reader. Docker's own rule keeps quotes, so it is not among them. */
export function readAll(text: string): Map<string, Map<string, string>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'env-readers-'))
  try {
    const file = path.join(folder, 'environment.d/1.conf')
    fs.mkdirSync(path.dirname(file))
    fs.writeFileSync(file, text)
    const names = new Set([...text.matchAll(/^([A-Za-z_]\w*)=/gm)].map((match) => match[1]!))
    const env = { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, XDG_CONFIG_HOME: folder }
    const run = (program: string, args: string[], separator: string | RegExp = '\0') =>
      pick(execFileSync(program, args, { env, encoding: 'utf8' }).split(separator), names)
    // The reader of EnvironmentFile=, but this one expands $.
    const systemd =
      text.includes('$') || !fs.existsSync(SYSTEMD)
        ? []
        : [['systemd', unescapeAll(run(SYSTEMD, [], '\n'), names)] as const]
    const print = "process.stdout.write(Object.entries(process.env).map((e) => e.join('=') + '\\0').join(''))"
    return new Map([
      ['sh', run('sh', ['-c', 'set -a; . "$0"; env -0', file])],
      ['bash', run('bash', ['-c', 'set -a; . "$0"; env -0', file])],
      ['node --env-file', run(process.execPath, [`--env-file=${file}`, '-e', print])],
      ...systemd,
    ])
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function pick(printed: string[], names: Set<string>): Map<string, string> {
  const entries = printed.flatMap((entry): [string, string][] => {
    const at = entry.indexOf('=')
    return names.has(entry.slice(0, at)) ? [[entry.slice(0, at), entry.slice(at + 1)]] : []
  })
  return new Map(entries)
}

/** environment.d quotes what it prints, and leaves empty values out. */
const unescapeAll = (quoted: Map<string, string>, names: Set<string>) =>
  new Map(
    [...names].map((name) => {
      const value = quoted.get(name) ?? ''
      return [name, value.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1')]
    }),
  )

/** Docker's --env-file: the rest of the line, letter by letter. */
export function readAsDocker(text: string): Map<string, string> {
  return new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [, name, value] = /^\s*([^#=\s][^=\s]*)=(.*)$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    }),
  )
}
