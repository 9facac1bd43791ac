import { z } from 'zod/v4'
import { headerText, mailFrom, smtpUrl, wholeWithDefault } from './env-values'
import { isPair } from './push-keys'

export const messageVariables = {
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  SMTP_TIMEOUT_MS: wholeWithDefault(20_000, 1),
  LINK_MAILS_PER_HOUR: wholeWithDefault(600, 1),
  SMS_TEMPLATE_PAID: headerText.optional(),
  SMS_TEMPLATE_NEW_DESTINATION: headerText.optional(),
  SMS_TEMPLATE_NUMBER_CHANGED: headerText.optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'must be a public key of `keys vapid`')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a private key of `keys vapid`')
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z
    .string()
    .regex(/^MG[0-9a-f]{32}$/i, 'must be MG and 32 hexadecimal digits')
    .optional(),
}

type Variables = z.output<z.ZodObject<typeof messageVariables>> & { OTP_PROVIDER?: string | undefined }

const SMS_TEMPLATES = [
  'SMS_TEMPLATE_PAID',
  'SMS_TEMPLATE_NEW_DESTINATION',
  'SMS_TEMPLATE_NUMBER_CHANGED',
] as const

export const findMessageProblems = (v: Variables): string[] => [...findPushProblems(v), ...findSmsProblems(v)]

function findPushProblems({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Variables): string[] {
  if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) return []
  if (!VAPID_PUBLIC_KEY)
    return ['VAPID_PUBLIC_KEY: required with VAPID_PRIVATE_KEY (`keys vapid` makes both)']
  if (!VAPID_PRIVATE_KEY)
    return ['VAPID_PRIVATE_KEY: required with VAPID_PUBLIC_KEY (`keys vapid` makes both)']
  return isPair({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })
    ? []
    : ['VAPID_PRIVATE_KEY: does not belong to VAPID_PUBLIC_KEY']
}

function findSmsProblems(v: Variables): string[] {
  const [first] = SMS_TEMPLATES.filter((name) => v[name])
  if (!first) return []
  switch (v.OTP_PROVIDER) {
    case 'msg91':
      return []
    case 'twilio':
      return v.TWILIO_MESSAGING_SERVICE_SID ? [] : [`TWILIO_MESSAGING_SERVICE_SID: required by ${first}`]
    default:
      return [`${first}: only OTP_PROVIDER=msg91 and twilio send messages beside codes`]
  }
}
