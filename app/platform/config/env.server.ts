import { hkdfSync } from 'node:crypto'
import { readProviders } from './env-providers'
import { isLocalHost, findProblems } from './env-rules'
import { variables } from './env-variables'

/** Throws an Error that names each fault. */
export function parseEnv(source: Record<string, string | undefined>) {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(present)
  if (!parsed.success)
    throw toEnvironmentError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const v = parsed.data
  const publicOrigin = v.PUBLIC_ORIGIN ?? `http://localhost:${v.PORT}`
  const demo = !v.DATABASE_URL && isLocalHost(new URL(publicOrigin).hostname)
  const { otp, problems } = readProviders(v)
  problems.push(...findProblems(v, { publicOrigin, demo }))
  if (!otp || problems.length) throw toEnvironmentError(problems)
  return {
    ...v,
    demo,
    publicOrigin,
    deskOrigin: v.DESK_ORIGIN ?? publicOrigin,
    https: publicOrigin.startsWith('https:'),
    databaseUrl: v.DATABASE_URL ?? v.EMBEDDED_DATABASE_URL,
    otp,
    /** 'all', or the numbers (+91XXXXXXXXXX) whose codes are shown on the page instead of being sent. */
    demoOtp: readDemoOtp(demo, otp.OTP_PROVIDER, v.ALLOW_DEMO_OTP),
    trackierSecret: v.TRACKIER_SECRET ?? (demo ? 'demo-trackier-secret' : undefined),
  }
}

const toEnvironmentError = (problems: string[]) =>
  new Error(`The environment is not usable.\n  ${problems.join('\n  ')}`)

function readDemoOtp(demo: boolean, provider: string, allowed: 'all' | string[]): 'all' | string[] {
  if (provider === 'demo') return demo ? 'all' : allowed
  return allowed === 'all' ? [] : allowed
}

export type Env = ReturnType<typeof parseEnv>

let cached: Env | undefined

export function env(): Env {
  return (cached ??= parseEnv(process.env))
}

const derivedKeys = new Map<string, Buffer>()

/** Derives a separate key for each purpose. Throws without SESSION_SECRET. */
export function deriveKey(purpose: string): Buffer {
  const secret = env().SESSION_SECRET
  if (!secret)
    throw new Error('SESSION_SECRET: not set; start with `npm start`, which makes one for the demo')
  const id = `${secret}\0${purpose}`
  const key = derivedKeys.get(id) ?? Buffer.from(hkdfSync('sha256', secret, 'dealdwaar', purpose, 32))
  derivedKeys.set(id, key)
  return key
}
