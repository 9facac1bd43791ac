import type { Variables } from './env-variables'
import { isPair } from './push-keys'

const SMS_TEMPLATES = [
  'SMS_TEMPLATE_PAID',
  'SMS_TEMPLATE_NEW_DESTINATION',
  'SMS_TEMPLATE_NUMBER_CHANGED',
] as const

export const messageProblems = (v: Variables): string[] => [...pushProblems(v), ...smsProblems(v)]

function pushProblems({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Variables): string[] {
  if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) return []
  if (!VAPID_PUBLIC_KEY)
    return ['VAPID_PUBLIC_KEY: required with VAPID_PRIVATE_KEY (`keys vapid` makes both)']
  if (!VAPID_PRIVATE_KEY)
    return ['VAPID_PRIVATE_KEY: required with VAPID_PUBLIC_KEY (`keys vapid` makes both)']
  return isPair({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })
    ? []
    : ['VAPID_PRIVATE_KEY: does not belong to VAPID_PUBLIC_KEY']
}

function smsProblems(v: Variables): string[] {
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
