/** Links that several messages have. */
import { formatWait } from '~/platform/formats/count'
import { paths } from '~/paths'
import { fill, type Message } from './message'
import { siteMessages } from './site'

export const CONTACT_US = { label: 'Contact Us', href: paths.contactUs }
export const TO_HISTORY = { label: 'History', href: paths.history }
export const TO_WALLET = { label: 'Wallet', href: paths.wallet }
export const LOGIN = { label: 'Login', dialog: 'sign-in' }
export const SIGN_UP = { label: 'Sign Up', dialog: 'sign-up' }
export const AUTH_ACTIONS = [LOGIN, SIGN_UP]
export const FORGOT_PASSWORD = { label: 'Forgot Password', dialog: 'forgot-password' }

/** Of a limit that ends after some minutes. */
export const formatTooMany = (minutes: number): Message & { text: string } => ({
  text: fill(siteMessages.limits.tooMany.text, { wait: formatWait(minutes) }),
  actions: [CONTACT_US],
})
