import os from 'node:os'
import { z } from 'zod/v4'
import { LOG_LEVELS } from '~/platform/log.server'
import {
  cidrs,
  trustedProxies,
  demoNumbers,
  headerText,
  host,
  httpsUrl,
  imageHosts,
  key,
  keys,
  networkHours,
  origin,
  origins,
  webhook,
  whole,
} from './env-values'
import { firstValues, networkVariables } from './env-derived'
import { messageVariables } from './env-messages'
import { PROVIDER_NAMES } from './payout-providers'

const port = z.coerce.number().int().min(1).max(65535)

export const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  ENV_FILE: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_ORIGIN: origin.optional(),
  DESK_ORIGIN: origin.optional(),
  DESK_PORT: port.optional(),
  WEB_CONCURRENCY: whole(os.availableParallelism(), 1),
  BACKGROUND_JOBS: z.enum(['server', 'none']).default('server'),
  TRUSTED_PROXY_HOPS: whole(0),
  TRUSTED_PROXIES: trustedProxies,
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  CONNECTIONS_PER_ADDRESS: whole(1000, 1),
  PAGE_CACHE_MB: whole(64),
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  EMBEDDED_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: whole(10, 1),
  QUERY_TIMEOUT_MS: whole(15_000),
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
  ...messageVariables,
  ...firstValues,
  AUDIT_MINUTES: whole(60, 1),
  ALERT_WEBHOOK: webhook.optional(),
  ALERT_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  ALERT_WEBHOOK_ALLOW: cidrs,
  ALERT_TIMEOUT_MS: whole(5000, 1),
  ALERT_EMAIL: z.email().optional(),
  ALERT_QUARANTINE: whole(10),
  ALERT_LAG_MINUTES: whole(10, 1),
  ALERT_SILENCE_HOURS: z.coerce.number().int().min(0).max(8760).optional(),
  ALERT_SILENCE_HOURS_BY_NETWORK: networkHours,
  ALERT_PAYOUT_HOURS: whole(6, 1),
  ALERT_WAITING_HOURS: whole(72, 1),
  ALERT_CHECKPOINT_HOURS: whole(6, 1),
  PAYOUT_PROVIDER: z.enum(['manual', ...PROVIDER_NAMES]).default('manual'),
  PAYOUT_APPROVAL: z.enum(['auto', 'manual']).default('manual'),
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
  TUNE_HOST: host.optional(),
  TUNE_AFFILIATE_ID: z.string().min(1).optional(),
  ...networkVariables,
  AWIN_PUBLISHER_ID: z.string().regex(/^\d+$/).optional(),
  IMAGE_HOSTS: imageHosts,
  IMAGE_CACHE_MB: whole(256, 1),
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

export type Variables = z.output<typeof variables>
