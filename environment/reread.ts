import { parseEnv, type Env } from '~/platform/config/env.server'
import { readEnvFile } from './env-file'

let givenNames: string[] = []

/** Variables that the parent process uses, or that must be the same in all processes. */
const FIXED = [
  'NODE_ENV',
  'ENV_FILE',
  'PORT',
  'HOST',
  'WEB_CONCURRENCY',
  'DESK_PORT',
  'METRICS_PORT',
  'METRICS_HOST',
  'DATA_DIR',
] as const satisfies (keyof Env)[]

export interface Reread {
  env: Env
  changed: string[]
  undo(): void
}

/** Throws an Error that names each fault. */
export function readFirstEnvFile(): void {
  const { ENV_FILE } = process.env
  if (!ENV_FILE) return
  const values = readEnvFile(ENV_FILE)
  Object.assign(process.env, Object.fromEntries(values))
  givenNames = [...values.keys()]
}

/** On faults it changes nothing and throws an error, without the values. */
export function rereadEnvFile(): Reread {
  const before = { ...process.env }
  const env = parseEnv(before)
  if (!env.ENV_FILE) return { env, changed: [], undo() {} }
  const values = readEnvFile(env.ENV_FILE)
  const next = { ...before }
  for (const name of givenNames) delete next[name]
  Object.assign(next, Object.fromEntries(values))
  const nextEnv = parseEnv(next)
  const fixed: string[] = FIXED.filter((name) => env[name] !== nextEnv[name])
  if (describePlace(env) !== describePlace(nextEnv))
    fixed.push('DATABASE_URL (but for its user and password)')
  if (fixed.length)
    throw new Error(`${env.ENV_FILE}: a change of these needs a stop and a start: ${fixed.join(', ')}`)
  const givenBefore = givenNames
  givenNames = [...values.keys()]
  setAll(next)
  return {
    env: nextEnv,
    changed: [...new Set([...givenBefore, ...givenNames])].filter((name) => before[name] !== next[name]),
    undo() {
      givenNames = givenBefore
      setAll(before)
    },
  }
}

function describePlace({ demo, databaseUrl }: Env): string {
  const url = new URL(databaseUrl ?? 'postgres:')
  return JSON.stringify([demo, url.host, url.pathname, url.search])
}

function setAll(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (variables[name] === undefined) delete process.env[name]
  Object.assign(process.env, variables)
}
