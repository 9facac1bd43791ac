import { findAlertProblems } from './env-alerts'
import { findMessageProblems } from './env-messages'
import type { Variables } from './env-variables'
import { NETWORK_PREFIXES } from './networks'

const DEMO_SECRETS = new Set(['demo-trackier-secret'])

export function isLocalHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true
  const parts = hostname.split('.').map(Number)
  if (parts.length !== 4 || parts.some((p) => !Number.isInteger(p) || p < 0 || p > 255)) return false
  const [a = 0, b = 0] = parts
  return a === 127 || a === 10 || (a === 192 && b === 168) || (a === 172 && b >= 16 && b <= 31)
}

export interface Site {
  publicOrigin: string
  demo: boolean
}

export function findProblems(v: Variables, site: Site): string[] {
  return [
    ...findUrlProblems(v, site),
    ...findDeskProblems(v, site),
    ...findMailProblems(v, site),
    ...findAlertProblems(v, site.demo),
    ...findNetworkProblems(v),
    ...findMessageProblems(v),
    ...(site.demo ? [] : findProductionProblems(v, site)),
    ...findKeyProblems(v),
  ]
}

function findUrlProblems(v: Variables, { demo }: Site): string[] {
  const problems: string[] = []
  for (const name of ['OTP_BASE_URL', 'RAZORPAYX_BASE_URL', 'CASHFREE_BASE_URL'] as const)
    if (v[name]?.startsWith('http:') && !isLocalHost(new URL(v[name]).hostname))
      problems.push(`${name}: must begin with https: outside of this machine and its network`)
  const payer = { manual: null, razorpayx: v.RAZORPAYX_BASE_URL, cashfree: v.CASHFREE_BASE_URL }[
    v.PAYOUT_PROVIDER
  ]
  if (demo && payer && !isLocalHost(new URL(payer).hostname))
    problems.push('PAYOUT_PROVIDER: the demo moves no money: everybody knows the passwords of its people')
  return problems
}

function findDeskProblems({ DESK_ORIGIN, DESK_PORT, PORT }: Variables, { publicOrigin }: Site): string[] {
  const ports = DESK_PORT === PORT ? ['DESK_PORT: must be another port than PORT'] : []
  if (!DESK_ORIGIN) return ports
  const [desk, shop] = [new URL(DESK_ORIGIN), new URL(publicOrigin)]
  return [
    ...ports,
    ...(desk.host === shop.host ? ['DESK_ORIGIN: must have another host or port than PUBLIC_ORIGIN'] : []),
    ...(desk.protocol === shop.protocol ? [] : ['DESK_ORIGIN: must begin as PUBLIC_ORIGIN does']),
  ]
}

function findMailProblems({ SMTP_URL, MAIL_FROM }: Variables, { publicOrigin }: Site): string[] {
  if (!SMTP_URL) return []
  const { protocol, hostname } = new URL(publicOrigin)
  return [
    ...(MAIL_FROM ? [] : ['MAIL_FROM: required with SMTP_URL']),
    ...(protocol === 'https:' || isLocalHost(hostname)
      ? []
      : ['PUBLIC_ORIGIN: must begin with https: with SMTP_URL, because mails link to it']),
  ]
}

function findNetworkProblems(v: Variables): string[] {
  const problems: string[] = []
  for (const network of NETWORK_PREFIXES)
    for (const name of [`${network}_SECRET`, `${network}_HMAC_KEY`] as const) {
      const old = v[`${name}_OLD`]
      if (old && !v[name]) problems.push(`${name}_OLD: the one before ${name}, which is not set`)
      if (old && old === v[name]) problems.push(`${name}_OLD: must not be the same as ${name}`)
    }
  return problems
}

function findProductionProblems(v: Variables, { publicOrigin }: Site): string[] {
  const problems: string[] = []
  if (!v.PUBLIC_ORIGIN) problems.push('PUBLIC_ORIGIN: required when DATABASE_URL is set')
  if (!v.DATABASE_URL) problems.push('DATABASE_URL: required when PUBLIC_ORIGIN is not a local address')
  if (!v.SESSION_SECRET) problems.push('SESSION_SECRET: required outside demo mode')
  if (!v.DATA_KEY) problems.push('DATA_KEY: required outside demo mode')
  if ((v.OTP_PROVIDER ?? 'demo') === 'demo' && !v.ALLOW_DEMO_OTP.length)
    problems.push(
      'OTP_PROVIDER: a real provider is required outside demo mode (ALLOW_DEMO_OTP lifts this, for a trial)',
    )
  if (v.ALLOW_DEMO_OTP === 'all' && !isLocalHost(new URL(publicOrigin).hostname))
    problems.push(
      'ALLOW_DEMO_OTP: 1 would hand every account to everybody; on a public origin list the numbers it is for',
    )
  for (const network of NETWORK_PREFIXES)
    for (const name of [`${network}_SECRET`, `${network}_SECRET_OLD`] as const)
      if (v[name] && DEMO_SECRETS.has(v[name]))
        problems.push(`${name}: the demo secret is not accepted outside demo mode`)
  return problems
}

const findKeyProblems = (v: Variables): string[] =>
  v.DATA_KEYS_OLD.length && !v.INDEX_KEY
    ? ['INDEX_KEY: required with DATA_KEYS_OLD: the first DATA_KEY that this database had']
    : []
