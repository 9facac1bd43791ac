import { emailChannel } from '../email/email-channel.server'
import { pushChannel } from '../push/push-channel.server'
import { smsChannel } from '../sms/sms-channel.server'
import type { Channel } from './channel'

const CHANNELS: readonly Channel[] = [emailChannel, pushChannel, smsChannel]

export const listChannels = (): Channel[] => CHANNELS.filter((channel) => channel.isConfigured())
