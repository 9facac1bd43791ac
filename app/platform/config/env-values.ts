import { isIP } from 'node:net'
import { z } from 'zod/v4'
import { HOST_PATTERN } from '~/platform/outbound/hosts'
import { isNetworkName } from './networks'

const makeList = (fallback = '') =>
  z
    .string()
    .default(fallback)
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
const list = makeList()

export function wholeWithDefault(fallback: number, min = 0) {
  const message = `must be a whole number, at least ${min}`
  return z.coerce.number(message).int(message).min(min, message).default(fallback)
}
export const httpsUrl = z.url({ protocol: /^https$/ })
export const origin = z
  .url({ protocol: /^https?$/ })
  .refine((v) => URL.canParse(v) && new URL(v).origin === v, {
    message: 'must be an origin such as https://example.in, without a path or a trailing slash',
  })

export const webhook = z.url({ protocol: /^https?$/ })

export const origins = list.pipe(z.array(origin))

export const key = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')

export const keys = list.pipe(z.array(key))

export const demoNumbers = z
  .string()
  .default('0')
  .transform((text) => (text === '0' ? [] : text === '1' ? ('all' as const) : text.split(',').map(trim)))
  .refine(
    (numbers) => numbers === 'all' || numbers.every((number) => /^[6-9]\d{9}$/.test(number)),
    'must be 0, 1, or mobile numbers of 10 digits such as 9876543210,9000000001',
  )
  .transform((numbers) => (numbers === 'all' ? numbers : numbers.map((number) => `+91${number}`)))

function trim(text: string): string {
  return text.trim()
}

export const host = z.string().regex(/^[a-z0-9.-]+$/)
export const networkSecret = z.string().min(16, 'must have at least 16 characters').optional()
export const networkHmac = z
  .string()
  .regex(
    /^(?:header|parameter):[\w-]{1,60}[: ](?:sha1|sha256|sha512)[: ](?:hex|base64)$/,
    'must be such as header:X-Signature:sha256:hex',
  )
  .transform((text) => text.replaceAll(' ', ':'))
  .default('header:X-Signature:sha256:hex')
const makeCidrs = (fallback = '') =>
  makeList(fallback).refine(
    (ranges) => ranges.every(isCidr),
    'must be addresses or ranges such as 203.0.113.0/24,2001:db8::/32',
  )
export const cidrs = makeCidrs()
/** By default this machine and private networks. */
export const trustedProxies = makeCidrs(
  '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,fe80::/10',
)

export const imageHosts = list
  .transform((hosts) => hosts.map((each) => each.toLowerCase()))
  .refine(
    (hosts) => hosts.every((each) => HOST_PATTERN.test(each)),
    'must be hosts such as cdn.example, or *.cdn.example for all below it',
  )

const byNetwork = (maximum: number, unit: string) =>
  list
    .refine(
      (entries) => entries.every((entry) => (parseEntry(entry)?.[1] ?? Infinity) <= maximum),
      `must be such as impact=45,awin=60, with 0 to ${maximum} ${unit}`,
    )
    .transform((entries) => new Map(entries.map(parseEntry).filter((entry) => entry !== null)))

function parseEntry(entry: string): [network: string, value: number] | null {
  const [, network = '', value] = /^(\w+)=(\d{1,4})$/.exec(entry) ?? []
  return isNetworkName(network) ? [network, Number(value)] : null
}

export const networkDays = byNetwork(365, 'days')
export const networkHours = byNetwork(8760, 'hours')

function isCidr(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const maximum = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    !more.length && (bits === undefined ? maximum > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= maximum)
  )
}

export const headerText = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks')

/** smtp needs STARTTLS, except on a local server (env-rules.ts). */
export const smtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'must be such as smtps://user:password@mail.example.in:465',
})

export const mailFrom = z
  .string()
  .regex(
    /^(?:[\w .,&'-]{1,60} <[^\s<>@",;]{1,64}@[a-z0-9.-]{1,255}>|[^\s<>@",;]{1,64}@[a-z0-9.-]{1,255})$/i,
    'must be such as DealDwaar <news@dealdwaar.example>',
  )
