import { env } from '~/platform/config/env.server'
import { dayInIndia } from '~/platform/formats/dates'
import { ProviderFailure } from '~/platform/outbound/call-provider.server'
import type { Channel, SendResult } from '../deliveries/channel'
import { getSmsSender, type SmsSender } from './sms-sender.server'
import { readTemplates, readValues } from './sms-templates'

/** Temporary failures, at which the provider certainly has not accepted the message. */
const TEMPORARY = /^(?:no connection|status (?:401|403|429))$/

export const createSmsChannel = (findSender: () => SmsSender | null): Channel => ({
  name: 'sms',
  isConfigured: () => readTemplates(env()).size > 0 && findSender() !== null,
  get addresses() {
    const kinds = [...readTemplates(env()).keys()].map((kind) => `'${kind}'`)
    return `SELECT u.phone_number FROM users u
     WHERE u.id = m.user_id AND u.phone_number IS NOT NULL AND m.kind IN (${kinds.join(', ')})`
  },
  async send({ userId, kind, address, notification }) {
    const sender = findSender()
    const templateId = readTemplates(env()).get(kind)
    const values = readValues(notification?.smsValues ?? [])
    if (!sender || !templateId || userId === null) return { result: 'refused', answer: 'turned off' }
    if (!values) return { result: 'refused', answer: 'a value that no SMS may hold' }
    const { demoOtp } = env()
    if (demoOtp === 'all' || demoOtp.includes(address)) return { result: 'refused', answer: 'a trial number' }
    // Loaded here, because only a worker needs it.
    const { MAX_PER_DAY, getDayLimit } = await import('./sms-limit.server')
    const key = `${userId} ${dayInIndia(new Date()).date}`
    if (await getDayLimit().consume(key))
      return { result: 'refused', answer: `more than ${MAX_PER_DAY} on a day` }
    try {
      await sender.send({ phone: address, templateId, values })
      return { result: 'sent', answer: 'sent' }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (!error.mayHaveActed) await getDayLimit().refund(key)
      return readFailure(error)
    }
  },
})

/** A message that the provider may have accepted is sent again, because it may be about safety; each attempt counts. */
const readFailure = ({ kind, mayHaveActed }: ProviderFailure): SendResult => ({
  result: mayHaveActed || TEMPORARY.test(kind) ? 'later' : 'refused',
  answer: kind,
})

export const smsChannel = createSmsChannel(getSmsSender)
