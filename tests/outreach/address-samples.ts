/** Messages about an e-mail address and a mobile number, for message-samples.ts. */
import {
  buildChangeMail,
  buildConfirmMail,
  buildFormerAddressMail,
  buildLostNumberMail,
  buildNumberChangeMail,
  undoneMail,
} from '~/domain/accounts/address/address-mails'
import type { NewNotification } from '~/domain/outreach/notifications.server'

const TOKEN = 'A'.repeat(43)

export const addressMails = [
  { kind: 'confirm-address', content: buildConfirmMail(TOKEN) },
  { kind: 'change-address', content: buildChangeMail(TOKEN) },
  { kind: 'address-changed', content: buildFormerAddressMail(TOKEN) },
  { kind: 'address-changed', content: buildFormerAddressMail(null) },
  { kind: 'address-undone', content: undoneMail },
  { kind: 'lost-number', content: buildLostNumberMail(TOKEN) },
  { kind: 'number-change', content: buildNumberChangeMail(TOKEN, '16 Jun 2099, 12:00 pm') },
]

export const addressNotices: Omit<NewNotification, 'userId'>[] = [
  {
    topic: 'safety',
    reference: 'email-removed:6f9619ff-8b86-4011-b42d-00c04fc964ff',
    title: 'Your e-mail was removed',
    body: 'Nobody had confirmed as•••a@mail.example for you, and another member has. Please enter an address of yours.',
    href: '/Account',
  },
  {
    topic: 'safety',
    reference: 'email-undone:6f9619ff-8b86-4011-b42d-00c04fc964ff',
    title: 'The change of your e-mail is undone',
    body: 'Your old address is back, and your password no longer works, because somebody else knew it. Write to us if anything else changed.',
    href: '/Contactus',
  },
  {
    topic: 'safety',
    reference: 'number-change:7:begun',
    title: 'Your mobile number will change',
    body: 'From 16 Jun 2099, 12:00 pm it is +91 ••••• ••210. Was it not you? Sign in with your current number, which stops it, and change your password.',
    href: '/Account/ChangePassword',
  },
  {
    topic: 'safety',
    reference: 'number-change:7:stopped',
    title: 'Your mobile number stays',
    body: 'The change of your number is stopped: somebody signed in with the current number. Was it not you who began it? Change your password, also that of your e-mail.',
    href: '/Account/ChangePassword',
  },
  {
    topic: 'safety',
    reference: 'number-change:7:done',
    title: 'Your mobile number changed',
    body: 'You now sign in with +91 ••••• ••210. For your safety withdrawals are on hold until 23 Jun 2099, 12:00 pm, and your payout details are hidden until then. Was it not you? Write to us at once.',
    href: '/Contactus',
  },
]
