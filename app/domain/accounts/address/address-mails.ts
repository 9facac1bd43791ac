/** These mails contain no text that a user typed, because the address may be somebody else's. */
import type { MailContent } from '~/mails/mail-content'
import { paths } from '~/paths'
import { confirmAddressPath, lostNumberPath, stopNumberChangePath, undoAddressPath } from '../address-paths'

const WHY_TYPED = 'Somebody, probably you, entered this address at DealDwaar.'

const NOT_YOU = 'Was it not you? Then do nothing: without the button nothing happens.'

export const buildConfirmMail = (token: string): MailContent => ({
  subject: 'Confirm your e-mail address',
  preheader: 'One button, within 24 hours.',
  paragraphs: ['Please confirm that this is your e-mail address at DealDwaar.', NOT_YOU],
  button: { label: 'Confirm this address', path: confirmAddressPath(token) },
  why: WHY_TYPED,
})

export const buildChangeMail = (token: string): MailContent => ({
  subject: 'Confirm your new e-mail address',
  preheader: 'It counts once you have confirmed it, within 24 hours.',
  paragraphs: [
    'This is to be the new e-mail address of an account at DealDwaar. It counts once you confirm it here.',
    NOT_YOU,
  ],
  button: { label: 'Confirm this address', path: confirmAddressPath(token) },
  why: WHY_TYPED,
})

const WHY_FORMER = 'Until now this was the address of your account at DealDwaar.'

/** `token` null: the address has undone a change within 30 days, and cannot undo this one. */
export const buildFormerAddressMail = (token: string | null): MailContent => ({
  subject: 'Your e-mail address at DealDwaar changed',
  preheader: token ? 'Was it not you? Undo it within 7 days.' : 'Was it not you? Write to us at once.',
  paragraphs: token
    ? [
        'Another e-mail address was confirmed for your account, with your password. Messages now go there.',
        'Was it not you? Undo it within 7 days. That also signs everybody out and ends your password, which somebody must have known.',
      ]
    : [
        'Another e-mail address was confirmed for your account, with your password. Messages now go there.',
        'This address has undone a change in the last 30 days, so it cannot undo this one. Was it not you? Write to us at once.',
      ],
  ...(token && { button: { label: 'Undo the change', path: undoAddressPath(token) } }),
  why: WHY_FORMER,
})

export const undoneMail: MailContent = {
  subject: 'Your e-mail address at DealDwaar changed back',
  preheader: 'The change to this address was undone.',
  paragraphs: [
    'With the link in our mail to the old address, the change to this address was undone. Messages of the account go to the old address again.',
    'Everybody is signed out, and the password no longer works: a code to the mobile number sets a new one. Was it not you? Write to us at once.',
  ],
  button: { label: 'Write to us', path: paths.contactUs },
  why: WHY_FORMER,
}

export const buildLostNumberMail = (token: string): MailContent => ({
  subject: 'Change the mobile number of your account',
  preheader: 'For a lost number: with your password and the new number.',
  paragraphs: [
    'Here you can change the mobile number with which you sign in. You need your password and the new number.',
    'Was it not you? Then do nothing: without your password nothing happens.',
  ],
  button: { label: 'Change my number', path: lostNumberPath(token) },
  why: 'Somebody, probably you, asked for this link with your e-mail address.',
})

/** Sent in addition to the notification, whose link needs a session. */
export const buildNumberChangeMail = (token: string, due: string): MailContent => ({
  subject: 'Was it you? Your mobile number will change',
  preheader: `It counts from ${due}, unless you stop it.`,
  paragraphs: [
    `With your password and a link to this address, somebody gave your account another mobile number. It counts from ${due}.`,
    'Was it not you? Stop it here, or sign in with your current number, which stops it, too. Then choose a new password, also for your e-mail.',
  ],
  button: { label: 'Stop the change', path: stopNumberChangePath(token) },
  why: 'This address belongs to your account at DealDwaar.',
})
