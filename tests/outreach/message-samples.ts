/** One example of each kind of message, for messages.txt and the pictures. */
import { buildAlertsMail } from '~/desk/alert-mails.server'
import { buildSignInNotice } from '~/domain/accounts/member-session/sign-in-notice'
import { buildNews, type StoreNews } from '~/domain/catalog/follows'
import { paise } from '~/platform/formats/money'
import {
  buildAccessMail,
  buildApprovalMail,
  buildStopMail,
  buildInvitationMail,
} from '~/desk/operator-mails.server'
import { buildDigestMail } from '~/desk/digest.server'
import { buildNewsletterLeavePath } from '~/domain/outreach/unsubscribe-paths.server'
import type { MailContent } from '~/mails/mail-content'
import { buildConfirmationMail, buildLeaveMail } from '~/domain/outreach/newsletter.server'
import { buildIssueMail } from '~/domain/outreach/issues.server'
import type { NewNotification } from '~/domain/outreach/notifications.server'
import { deletionMail } from '~/domain/privacy/deletion/deletion-mail'
import { buildClaimNotice } from '~/domain/tracking/claims/claim-notices'
import { buildConversionNotices, buildReferralNotice } from '~/domain/tracking/sales/notices'
import { makeAdjustmentNotice } from '~/domain/books/adjustments/notices'
import type { Adjustment } from '~/domain/books/adjustments'
import { makeDestinationNotice } from '~/domain/wallet/save-destination/notices'
import type { Withdrawal } from '~/domain/wallet/withdrawals'
import { makeCorrectionNotice, makeWithdrawalNotice } from '~/domain/wallet/withdrawal-steps/notices'
import { addressNotices } from './address-samples'

const userId = 1001
const ID = '6f9619ff-8b86-4011-b42d-00c04fc964ff'
const UNTIL = new Date('2099-06-16T12:00:00+05:30')

const withdrawal = (status: Withdrawal['status'], reason: string | null = null) =>
  ({
    id: 7,
    user_id: userId,
    status,
    reason,
    amount_paise: 500_00n,
    destination_hint: '•••• 8899',
    utr: 'HDFC0001234567',
  }) as Withdrawal

const sale = (state: 'pending' | 'approved' | 'rejected' | 'reversed', from: bigint, to: bigint) => {
  const [was, is] = [paise(from), paise(to)]
  const zero = paise(0n)
  const isGranted = state === 'approved'
  const amounts = (amount: typeof was, granted: boolean) => ({
    pending: granted ? zero : amount,
    granted: granted ? amount : zero,
    referral: zero,
  })
  return buildConversionNotices({ id: 12, revision: 3, user_id: userId, referrer_id: null }, {
    state,
    store: 'Kavya Silks',
    from: amounts(was, state === 'reversed'),
    to: amounts(is, isGranted),
    added: [],
  } as unknown as Parameters<typeof buildConversionNotices>[1])
}

const adjustment = (kind: Adjustment['kind']) =>
  makeAdjustmentNotice(
    { id: 3, user_id: userId, kind, amount_paise: 50_00n, reason: 'a sale was counted twice' } as Adjustment,
    { debt: paise(0n) },
    { debt: paise(0n) },
  )

/** Messages whose texts are inline in the code; a test compares titles and texts with the code. */
const INLINE: Omit<NewNotification, 'userId'>[] = [
  {
    topic: 'safety',
    reference: `password-changed:${ID}`,
    title: 'Your password changed',
    body: 'Everybody else who was signed in to your account is signed out. Was it not you? Write to us at once.',
    href: '/Contactus',
  },
  {
    topic: 'safety',
    reference: `password-renewed:${ID}`,
    title: 'Your password is stored more safely',
    body: 'It is the same password, and there is nothing to do.',
    href: '/Contactus',
  },
  {
    topic: 'money',
    reference: 'release:1',
    title: 'Withdrawals are possible again',
    body: 'The hold on your withdrawals is lifted.',
    href: '/Account/Wallet',
  },
  {
    topic: 'money',
    reference: 'departure:5:lifted',
    title: 'The earlier account no longer counts',
    body: 'What an earlier account with your number owed, or was held for, is taken off your account.',
    href: '/Account/Wallet',
  },
]

/** Inline texts that contain values. */
const INLINE_WITH_VALUES: Omit<NewNotification, 'userId'>[] = [
  {
    topic: 'safety',
    reference: `password-reset:${ID}`,
    title: 'Your password was reset',
    body: 'For your safety withdrawals are on hold until 16 Jun 2099, 12:00 pm, because your password was reset. You are signed out everywhere. Was it not you? Write to us at once.',
    href: '/Contactus',
  },
  {
    topic: 'safety',
    reference: `email-changed:${ID}`,
    title: 'Your e-mail changed',
    body: 'It is now as•••o@new.example instead of as•••a@mail.example. Was it not you? Write to us at once.',
    href: '/Contactus',
  },
  {
    topic: 'safety',
    reference: `others-signed-out:${ID}`,
    title: 'Signed out elsewhere',
    body: '2 other sign-ins were ended by Chrome on Android, 15 Jun 2099, 12:00 pm. Was it not you? Change your password.',
    href: '/Account/ChangePassword',
  },
  {
    topic: 'money',
    reference: 'hold:1',
    title: 'Withdrawals are on hold',
    body: 'Until 16 Jun 2099, 12:00 pm, because of a check of your last sales.',
    href: '/Account/Wallet',
  },
  {
    topic: 'money',
    reference: 'departure:5:100:',
    title: 'An earlier account with your number',
    body: 'It owed Rs. 50.00, which your cashback repays first. Was it somebody else’s? Write to us.',
    href: '/Contactus',
  },
]

const byCode: NewNotification[] = [
  buildSignInNotice(userId, ID, { device: 'Chrome on Android', at: new Date('2099-06-15T12:00:00+05:30') }),
  ...(['added', 'changed'] as const).map((change) =>
    makeDestinationNotice(userId, {
      method: 'bank',
      change,
      hint: '•••• 8899',
      hold: change === 'changed' ? { until: UNTIL, reason: 'your bank details changed' } : null,
    }),
  ),
  makeDestinationNotice(userId, { method: 'upi', change: 'added', hint: 'as•••@okbank', hold: null }),
  ...sale('pending', 0n, 60_00n),
  ...sale('approved', 60_00n, 60_00n),
  ...sale('rejected', 60_00n, 0n),
  ...sale('reversed', 60_00n, 0n),
  ...[25_00n, -25_00n].map((amount) =>
    buildReferralNotice({ userId, reference: 'conversion:12:r3', amount: paise(amount), until: null }),
  ),
  ...(['requested', 'processing', 'unknown', 'paid', 'cancelled'] as const).map((status) =>
    makeWithdrawalNotice(withdrawal(status)),
  ),
  makeWithdrawalNotice(withdrawal('refunded', 'the account is closed')),
  makeWithdrawalNotice(withdrawal('returned', 'the account is closed')),
  makeCorrectionNotice(withdrawal('paid'), 2),
  ...(['credit', 'debit', 'goodwill', 'write-off'] as const).map(adjustment),
  ...(['appealed', 'sent', 'answered', 'credited', 'declined', 'written'] as const).map((what) =>
    buildClaimNotice({ id: 4, user_id: userId }, what),
  ),
]

const news = (couponCode: string, values: Partial<StoreNews>) => ({
  name: couponCode[0]!.toUpperCase() + couponCode.slice(1),
  couponCode,
  rate: null,
  before: null,
  codes: 0,
  ...values,
})

const storeNotices = [
  [news('voltwala', { rate: '9.00%', before: '6.50%', codes: 1 })],
  [news('voltwala', { rate: '9.00%', before: '6.50%' }), news('mithaiwala', { codes: 2 })],
].map((stores) => ({ topic: 'stores' as const, reference: 'stores:2026-11-26', ...buildNews(stores) }))

const own = (items: Omit<NewNotification, 'userId'>[]) => items.map((item) => ({ userId, ...item }))

export const inlineNotices = own(INLINE)
export const notices = [
  ...byCode,
  ...inlineNotices,
  ...own([...INLINE_WITH_VALUES, ...storeNotices]),
  ...own(addressNotices),
]

const WAITING = {
  cause: 'messages-waiting',
  subject: 'email',
  detail: '3 have waited an hour; the last answer: AUTH 535.',
}

/** Mails that are not notifications, by kind. */
export const mails: { kind: string; content: MailContent; unsubscribe?: string }[] = [
  {
    kind: 'alerts',
    content: buildAlertsMail([WAITING], [], true),
  },
  {
    kind: 'alerts',
    content: buildAlertsMail([WAITING], [{ cause: 'quarantine', subject: '', detail: '' }], false),
  },
  ...[true, false].map((hasDesk) => ({
    kind: 'approval',
    content: buildApprovalMail({
      what: 'Change a mobile number',
      by: 'Asha Verma',
      first: 'Bea Rao',
      hasDesk,
    }),
  })),
  ...[true, false].map((isNew) => ({
    kind: 'invitation',
    content: buildInvitationMail({ name: 'Bea Rao', by: 'Asha Verma', token: 'f00d'.repeat(12), isNew }),
  })),
  {
    kind: 'access',
    content: buildAccessMail({
      name: 'Bea Rao',
      by: 'Asha Verma@desk',
      what: 'role changed',
    }),
  },
  ...[true, false].map((hasDesk) => ({
    kind: 'stop',
    content: buildStopMail({ what: 'Hold withdrawals', by: 'Asha Verma@desk', hasDesk }),
  })),
  {
    kind: 'digest',
    content: buildDigestMail(
      [
        {
          what: 'claims that wait for us',
          count: 2,
          oldest: new Date('2026-06-14T12:00:00+05:30'),
          operation: 'claims list',
          input: {},
        },
      ],
      new Date('2026-06-15T08:00:00+05:30'),
    ),
  },
  { kind: 'account-deleted', content: deletionMail },
  { kind: 'newsletter confirmation', content: buildConfirmationMail('TOKEN') },
  { kind: 'newsletter leave', content: buildLeaveMail('TOKEN') },
  {
    kind: 'newsletter:12',
    content: buildIssueMail({
      subject: 'The best of June',
      preheader: 'Three stores with more cashback',
      html: null,
      body: 'Three stores pay more this week.\n\nSee https://shop.example/Deals',
    }),
    unsubscribe: buildNewsletterLeavePath('TOKEN'),
  },
]
