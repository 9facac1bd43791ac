import { emailChannel } from '../email/email-channel.server'
import type { Channel } from './channel'

const CHANNELS: readonly Channel[] = [emailChannel]

export const listChannels = (): Channel[] => CHANNELS.filter((channel) => channel.isConfigured())
