import { hkdfSync } from 'node:crypto'
import os from 'node:os'
import { z } from 'zod/v4'
import {
  cidrs,
  demoNumbers,
  headerText,
  host,
  httpsUrl,
  inRupees,
  key,
  keys,
  networkDays,
  networkHmac,
  networkHours,
  networkSecret,
  origin,
  origins,
  percent,
  rupees,
  webhook,
  whole,
} from './env-values'
import { alertProblems } from './env-alerts'
import { LOG_LEVELS } from '~/runtime/log.server'
import { paise, zero } from '~/formats/money'

const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_ORIGIN: origin.optional(),
  WEB_CONCURRENCY: whole(os.availableParallelism(), 1),
  BACKGROUND_JOBS: z.enum(['server', 'none']).default('server'),
  TRUSTED_PROXY_HOPS: whole(0),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  EMBEDDED_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: whole(10, 1),
  DATA_DIR: z.string().min(1).default('.data'),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DATA_KEY: key.optional(),
  DATA_KEYS_OLD: keys,
  INDEX_KEY: key.optional(),
  OTP_PROVIDER: z.enum(['demo', 'msg91', 'twilio', 'otpless']).optional(),
  ALLOW_DEMO_OTP: demoNumbers,
  MSG91_AUTH_KEY: headerText.optional(),
  MSG91_TEMPLATE_ID: z.string().min(1).optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: headerText.optional(),
  TWILIO_VERIFY_SERVICE_SID: z
    .string()
    .regex(/^VA[0-9a-f]{32}$/i, 'must be VA and 32 hexadecimal digits')
    .optional(),
  OTPLESS_CLIENT_ID: headerText.optional(),
  OTPLESS_CLIENT_SECRET: headerText.optional(),
  OTP_BASE_URL: origin.optional(),
  OTP_TIMEOUT_MS: whole(8000, 1),
  OTP_SENDS_PER_PHONE_HOUR: whole(5, 1),
  OTP_WRONG_PER_PHONE_DAY: whole(10, 1),
  OTP_UNANSWERED_PER_PHONE_HOUR: whole(10, 1),
  OTP_SENDS_PER_ADDRESS_HOUR: whole(100, 1),
  OTP_WRONG_PER_ADDRESS_HOUR: whole(60, 1),
  OTP_SENDS_PER_NETWORK_HOUR: whole(20, 1),
  OTP_WRONG_PER_NETWORK_HOUR: whole(20, 1),
  OTP_SENDS_PER_MINUTE: whole(600, 1),
  OTP_SIGN_UPS_PER_HOUR: whole(1200, 1),
  OTP_BREAKER_WRONG_PERCENT: whole(50, 1),
  OTP_BREAKER_LEAST_WRONG: whole(50, 1),
  OTP_BREAKER_TRIES_PER_MINUTE: whole(6, 1),
  IPV6_56_TIMES: whole(4, 1),
  IPV6_48_TIMES: whole(10, 1),
  PASSWORD_WRONG_PER_PHONE: whole(10, 1),
  PASSWORD_WRONG_PER_ADDRESS_HOUR: whole(100, 1),
  API_CALLS_PER_MINUTE: whole(240, 1),
  API_ORIGINS: origins,
  CLICKS_PER_HOUR: whole(60, 1),
  SIGNAL_SIGN_UPS_PER_HOUR: whole(10, 2),
  NEWSLETTER_PER_ADDRESS_HOUR: whole(20, 1),
  /** Rupees in the environment, paise here. */
  MOST_CASHBACK_A_SALE: rupees('10000'),
  MOST_CASHBACK_A_DAY: rupees('50000'),
  MOST_LOSS_A_SALE: rupees('500'),
  FOUR_EYES_ABOVE: inRupees.optional(),
  PAYOUT_HOLD_HOURS: whole(24),
  /** In hundredths of a percent. */
  CASHBACK_SHARE: percent.optional(),
  GST_RATE: percent.optional(),
  HOLDING_DAYS: z.coerce.number().int().min(0).max(365).optional(),
  HOLDING_DAYS_BY_NETWORK: networkDays,
  AUDIT_MINUTES: whole(60, 1),
  ALERT_WEBHOOK: webhook.optional(),
  ALERT_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  ALERT_WEBHOOK_ALLOW: cidrs,
  ALERT_TIMEOUT_MS: whole(5000, 1),
  ALERT_QUARANTINE: whole(10),
  ALERT_LAG_MINUTES: whole(10, 1),
  ALERT_SILENCE_HOURS: z.coerce.number().int().min(0).max(8760).optional(),
  ALERT_SILENCE_HOURS_BY_NETWORK: networkHours,
  ALERT_PAYOUT_HOURS: whole(6, 1),
  ALERT_WAITING_HOURS: whole(72, 1),
  ALERT_CHECKPOINT_HOURS: whole(6, 1),
  PAYOUT_PROVIDER: z.enum(['manual', 'razorpayx', 'cashfree']).default('manual'),
  PAYOUT_APPROVAL: z.enum(['auto', 'manual']).default('manual'),
  PAYOUT_REVIEW_ABOVE: rupees('5000'),
  MIN_WITHDRAWAL: inRupees.optional(),
  WITHDRAWALS_A_DAY: z.coerce.number().int().min(1).optional(),
  PAYOUT_TIMEOUT_MS: whole(15_000, 1),
  RAZORPAYX_KEY_ID: headerText.optional(),
  RAZORPAYX_KEY_SECRET: headerText.optional(),
  RAZORPAYX_ACCOUNT_NUMBER: z
    .string()
    .regex(/^[A-Za-z0-9]{5,35}$/, 'must have 5 to 35 letters and digits')
    .optional(),
  RAZORPAYX_WEBHOOK_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
  RAZORPAYX_BASE_URL: origin.default('https://api.razorpay.com'),
  CASHFREE_CLIENT_ID: headerText.optional(),
  CASHFREE_CLIENT_SECRET: headerText.optional(),
  CASHFREE_BASE_URL: origin.default('https://api.cashfree.com'),
  TRACKIER_HOST: host.default('track.trackier.example'),
  TRACKIER_PUBLISHER_ID: z.string().min(1).default('1001'),
  TRACKIER_SECRET: networkSecret,
  TRACKIER_SECRET_OLD: networkSecret,
  TRACKIER_HMAC_KEY: networkSecret,
  TRACKIER_HMAC_KEY_OLD: networkSecret,
  TRACKIER_HMAC: networkHmac,
  TRACKIER_CIDRS: cidrs,
  TUNE_HOST: host.optional(),
  TUNE_AFFILIATE_ID: z.string().min(1).optional(),
  TUNE_SECRET: networkSecret,
  TUNE_SECRET_OLD: networkSecret,
  TUNE_HMAC_KEY: networkSecret,
  TUNE_HMAC_KEY_OLD: networkSecret,
  TUNE_HMAC: networkHmac,
  TUNE_CIDRS: cidrs,
  IMPACT_SECRET: networkSecret,
  IMPACT_SECRET_OLD: networkSecret,
  IMPACT_HMAC_KEY: networkSecret,
  IMPACT_HMAC_KEY_OLD: networkSecret,
  IMPACT_HMAC: networkHmac,
  IMPACT_CIDRS: cidrs,
  ADMITAD_SECRET: networkSecret,
  ADMITAD_SECRET_OLD: networkSecret,
  ADMITAD_HMAC_KEY: networkSecret,
  ADMITAD_HMAC_KEY_OLD: networkSecret,
  ADMITAD_HMAC: networkHmac,
  ADMITAD_CIDRS: cidrs,
  AWIN_SECRET: networkSecret,
  AWIN_SECRET_OLD: networkSecret,
  AWIN_HMAC_KEY: networkSecret,
  AWIN_HMAC_KEY_OLD: networkSecret,
  AWIN_HMAC: networkHmac,
  AWIN_CIDRS: cidrs,
  AWIN_PUBLISHER_ID: z.string().regex(/^\d+$/).optional(),
  TRACKING_SCRIPT_ORIGIN: origin.refine((v) => v.startsWith('https:'), 'must begin with https:').optional(),
  SUPPORT_EMAIL: z.email().default('support@dealdwaar.example'),
  GRIEVANCE_CONTACT: z.string().min(3).max(200).optional(),
  CORPORATE_URL: z.union([httpsUrl, z.string().startsWith('/')]).default('/Contactus'),
  SOCIAL_LINKS: z
    .string()
    .default('Facebook=/Contactus, Instagram=/Contactus, YouTube=/Contactus')
    .transform((text) =>
      text.split(',').map((link) => {
        const [name = '', ...href] = link.trim().split('=')
        return { name, href: href.join('=') }
      }),
    )
    .pipe(
      z
        .array(z.object({ name: z.string().min(1), href: z.union([httpsUrl, z.string().startsWith('/')]) }))
        .length(3),
    ),
})

const NEEDED_BY_PROVIDER = {
  demo: [],
  msg91: ['MSG91_AUTH_KEY', 'MSG91_TEMPLATE_ID'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_VERIFY_SERVICE_SID'],
  otpless: ['OTPLESS_CLIENT_ID', 'OTPLESS_CLIENT_SECRET'],
} as const

const NEEDED_BY_PAYER = {
  manual: [],
  razorpayx: [
    'RAZORPAYX_KEY_ID',
    'RAZORPAYX_KEY_SECRET',
    'RAZORPAYX_ACCOUNT_NUMBER',
    'RAZORPAYX_WEBHOOK_SECRET',
  ],
  cashfree: ['CASHFREE_CLIENT_ID', 'CASHFREE_CLIENT_SECRET'],
} as const

const NETWORKS = ['TRACKIER', 'TUNE', 'IMPACT', 'ADMITAD', 'AWIN'] as const

const ONE_RUPEE = paise(100n)

const DEMO_SECRETS = new Set(['demo-trackier-secret'])

function isLocalHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  const parts = hostname.split('.').map(Number)
  if (parts.length !== 4 || parts.some((p) => !Number.isInteger(p) || p < 0 || p > 255)) return false
  const [a = 0, b = 0] = parts
  return a === 127 || a === 10 || (a === 192 && b === 168) || (a === 172 && b >= 16 && b <= 31)
}

/** Throws an Error that names each invalid or missing variable. */
export function parseEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not usable.\n  ${lines.join('\n  ')}`)
  }
  const v = parsed.data
  const publicOrigin = v.PUBLIC_ORIGIN ?? `http://localhost:${v.PORT}`
  const demo = !v.DATABASE_URL && isLocalHost(new URL(publicOrigin).hostname)
  const missing: string[] = []
  const otpProvider = v.OTP_PROVIDER ?? 'demo'
  for (const name of NEEDED_BY_PROVIDER[otpProvider])
    if (!v[name]) missing.push(`${name}: required by OTP_PROVIDER=${otpProvider}`)
  for (const name of NEEDED_BY_PAYER[v.PAYOUT_PROVIDER])
    if (!v[name]) missing.push(`${name}: required by PAYOUT_PROVIDER=${v.PAYOUT_PROVIDER}`)
  for (const name of ['OTP_BASE_URL', 'RAZORPAYX_BASE_URL', 'CASHFREE_BASE_URL'] as const)
    if (v[name]?.startsWith('http:') && !isLocalHost(new URL(v[name]).hostname))
      missing.push(`${name}: must begin with https: outside of this machine and its network`)
  const payer = { manual: null, razorpayx: v.RAZORPAYX_BASE_URL, cashfree: v.CASHFREE_BASE_URL }[
    v.PAYOUT_PROVIDER
  ]
  if (demo && payer && !isLocalHost(new URL(payer).hostname))
    missing.push('PAYOUT_PROVIDER: the demo moves no money: everybody knows the passwords of its people')
  missing.push(...alertProblems(v, demo))
  for (const network of NETWORKS)
    for (const name of [`${network}_SECRET`, `${network}_HMAC_KEY`] as const) {
      const old = v[`${name}_OLD`]
      if (old && !v[name]) missing.push(`${name}_OLD: the one before ${name}, which is not set`)
      if (old && old === v[name]) missing.push(`${name}_OLD: must not be the same as ${name}`)
    }
  if (!demo) {
    if (!v.PUBLIC_ORIGIN) missing.push('PUBLIC_ORIGIN: required when DATABASE_URL is set')
    if (!v.DATABASE_URL) missing.push('DATABASE_URL: required when PUBLIC_ORIGIN is not a local address')
    if (!v.SESSION_SECRET) missing.push('SESSION_SECRET: required outside demo mode')
    if (!v.DATA_KEY) missing.push('DATA_KEY: required outside demo mode')
    if (v.HOLDING_DAYS === undefined)
      missing.push(
        'HOLDING_DAYS: required outside demo mode; your networks can take a sale back for so many days (0: no holding period)',
      )
    if (otpProvider === 'demo' && !v.ALLOW_DEMO_OTP.length)
      missing.push(
        'OTP_PROVIDER: a real provider is required outside demo mode (ALLOW_DEMO_OTP lifts this, for a trial)',
      )
    if (v.ALLOW_DEMO_OTP === 'all' && !isLocalHost(new URL(publicOrigin).hostname))
      missing.push(
        'ALLOW_DEMO_OTP: 1 would hand every account to everybody; on a public origin list the numbers it is for',
      )
    for (const network of NETWORKS)
      for (const name of [`${network}_SECRET`, `${network}_SECRET_OLD`] as const)
        if (v[name] && DEMO_SECRETS.has(v[name]))
          missing.push(`${name}: the demo secret is not accepted outside demo mode`)
  }
  if (v.DATA_KEYS_OLD.length && !v.INDEX_KEY)
    missing.push('INDEX_KEY: required with DATA_KEYS_OLD: the first DATA_KEY that this database had')
  if (missing.length) throw new Error(`The environment is not usable.\n  ${missing.join('\n  ')}`)
  return {
    ...v,
    demo,
    minWithdrawal: v.MIN_WITHDRAWAL ?? (demo ? zero : ONE_RUPEE),
    /** Per member and day in India; null: unlimited. */
    withdrawalsADay: v.WITHDRAWALS_A_DAY ?? (demo ? null : 10),
    publicOrigin,
    https: publicOrigin.startsWith('https:'),
    holdingDays: v.HOLDING_DAYS ?? 0,
    databaseUrl: v.DATABASE_URL ?? v.EMBEDDED_DATABASE_URL,
    otpProvider,
    /** 'all', or the numbers (+91XXXXXXXXXX) whose codes are shown on the page instead of being sent. */
    demoOtp: demoOtpOf(demo, otpProvider, v.ALLOW_DEMO_OTP),
    trackierSecret: v.TRACKIER_SECRET ?? (demo ? 'demo-trackier-secret' : undefined),
  }
}

function demoOtpOf(demo: boolean, provider: string, allowed: 'all' | string[]): 'all' | string[] {
  if (provider === 'demo') return demo ? 'all' : allowed
  return allowed === 'all' ? [] : allowed
}

export type Env = ReturnType<typeof parseEnv>

let cached: Env | undefined

export function env(): Env {
  return (cached ??= parseEnv(process.env))
}

/** Cached, because deriving a key takes longer than most of its uses. */
const derivedKeys = new Map<string, Buffer>()

/** A separate key for each purpose, derived from SESSION_SECRET. Throws if that is not set. */
export function derivedKey(purpose: string): Buffer {
  const secret = env().SESSION_SECRET
  if (!secret)
    throw new Error('SESSION_SECRET: not set; start with `npm start`, which makes one for the demo')
  const id = `${secret}\0${purpose}`
  const key = derivedKeys.get(id) ?? Buffer.from(hkdfSync('sha256', secret, 'dealdwaar', purpose, 32))
  derivedKeys.set(id, key)
  return key
}
