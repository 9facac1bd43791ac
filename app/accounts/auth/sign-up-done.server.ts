import { accountMessages } from '~/messages/account'
import type { Message } from '~/messages/message'
import { canSendMail } from '~/outreach/deliveries/queue-mail.server'

const { done, mailed } = accountMessages.signUp

export const writeSignUpDone = (): Message => (canSendMail() ? { ...done, ...mailed } : done)
