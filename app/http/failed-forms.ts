import { editPaths } from '~/edit-paths'
import { paths } from '~/paths'
import type { Message } from '~/messages/message'
import { accountMessages } from '~/messages/account'
import { deskMessages } from '~/messages/desk'
import { moneyMessages } from '~/messages/money'
import { siteMessages } from '~/messages/site'

export interface FailedForm {
  text: Message | ((values: Record<string, string>) => Message)
  form?: string
  fallback?: string
}

const { newsletter } = siteMessages

const { otp, profileImage, reset, signIn, signUp } = accountMessages

const { claims, payoutDetails, withdrawal } = moneyMessages
const oops = siteMessages.failure

const WALLET = paths.wallet

/** By route id; tests/routes/database-down.test.ts finds a missing one. */
export const FAILED_FORMS: Record<string, FailedForm> = {
  'routes/auth/sign-in': { text: signIn.busy },
  'routes/auth/sign-up': { text: signUp.failed, fallback: paths.signUpPage },
  'routes/auth/otp-sign-in': { text: signIn.busy },
  'routes/auth/forgot-password': { text: reset.failed },
  'routes/auth/otp': { text: otp.ended },
  'routes/auth/resend': { text: otp.notSent },
  'routes/auth/reset-password': { text: reset.failed },
  'routes/auth/sign-out': { text: oops },
  'routes/auth/confirm': { text: signIn.busy, form: 'confirm', fallback: paths.confirm },
  'routes/auth/email': { text: oops },
  'routes/auth/email-undo': { text: oops },
  'routes/auth/lost-number': { text: oops },
  'routes/auth/lost-number-link': { text: otp.notSent },
  'routes/auth/lost-number-code': { text: otp.ended },
  'routes/auth/lost-number-stop': { text: oops },
  'routes/desk/sign-in': { text: deskMessages.signIn.busy, form: 'desk-sign-in', fallback: '/Desk/SignIn' },
  'routes/desk/code': { text: deskMessages.signIn.busy, form: 'desk-code', fallback: '/Desk/Code' },
  'routes/desk/set-up': { text: deskMessages.signIn.busy, form: 'desk-code', fallback: '/Desk/SetUp' },
  'routes/desk/invitation': { text: deskMessages.signIn.busy, form: 'desk-invitation', fallback: '/Desk' },
  'routes/desk/sign-out': { text: oops, fallback: '/Desk' },
  'routes/desk/recovery-codes': { text: oops, fallback: '/Desk/RecoveryCodes' },
  'routes/desk/new-recovery-codes': { text: oops, fallback: '/Desk/RecoveryCodes' },
  'routes/desk/end-session': { text: oops, fallback: '/Desk/Sessions' },
  'routes/desk/end-all-sessions': { text: oops, fallback: '/Desk/Sessions' },
  'routes/desk/password': { text: oops, form: 'desk-password', fallback: '/Desk/Password' },
  'routes/desk/operation': { text: deskMessages.draft.failed, form: 'operation', fallback: '/Desk' },
  'routes/desk/draft': { text: deskMessages.draft.failed, form: 'confirm', fallback: '/Desk' },
  'routes/desk/agree': { text: deskMessages.draft.failed, form: 'agree', fallback: '/Desk' },
  'routes/coupons-details': { text: oops },
  'routes/newsletter': { text: newsletter.failed },
  'routes/store-requests': { text: oops },
  'routes/newsletter-leave': { text: oops },
  'routes/account/bank-details': {
    text: ({ change }) => (change ? payoutDetails.bankNotChanged : payoutDetails.bankNotAdded),
    form: 'bank-details',
    fallback: editPaths.bank,
  },
  'routes/account/upi-details': {
    text: ({ change }) => (change ? payoutDetails.upiNotChanged : payoutDetails.upiNotAdded),
    form: 'upi-details',
    fallback: editPaths.upi,
  },
  'routes/account/wallet': { text: withdrawal.failed, form: 'withdraw', fallback: WALLET },
  'routes/account/cancel-withdrawal': {
    text: withdrawal.failed,
    form: 'cancel-withdrawal',
    fallback: WALLET,
  },
  'routes/account/claim-new': { text: claims.failed, form: 'claim', fallback: paths.visits },
  'routes/account/claim-message': { text: claims.failed, form: 'claim-message', fallback: paths.visits },
  'routes/account/claim-appeal': { text: claims.failed, form: 'claim-message', fallback: paths.visits },
  'routes/account/claim-proof': { text: claims.failed, form: 'claim-proof', fallback: paths.visits },
  'routes/account/change-password': {
    text: oops,
    form: 'change-password',
    fallback: paths.changePassword,
  },
  'routes/account/details': { text: oops, form: 'details', fallback: editPaths.details },
  'routes/account/email': { text: oops, form: 'send-link', fallback: paths.account },
  'routes/account/image': { text: profileImage.failed, form: 'profile-image', fallback: paths.account },
  'routes/account/image-remove': { text: profileImage.failed, form: 'remove-image', fallback: paths.account },
  'routes/account/message-choices': {
    text: oops,
    form: 'message-choices',
    fallback: paths.notifications,
  },
  'routes/offers': { text: oops, form: 'follow', fallback: paths.topStores },
  'routes/account/stores': { text: oops, form: 'unfollow', fallback: paths.followedStores },
  'routes/account/push-start': { text: oops, form: 'push', fallback: paths.notifications },
  'routes/account/push-stop': { text: oops, form: 'push-stop', fallback: paths.notifications },
  'routes/demo/store': { text: oops, form: 'demo-store', fallback: '/demo/store' },
  'routes/newsletter-confirm': { text: oops, form: 'confirm-newsletter', fallback: '/' },
  'routes/account/notification-open': {
    text: oops,
    form: 'notification',
    fallback: paths.notifications,
  },
  'routes/account/notification-read': {
    text: oops,
    form: 'notification',
    fallback: paths.notifications,
  },
  'routes/account/notification-read-all': {
    text: oops,
    form: 'read-all',
    fallback: paths.notifications,
  },
  'routes/account/privacy': { text: oops, form: 'delete-account', fallback: paths.privacy },
  'routes/account/sessions': { text: oops, form: 'sign-out-others', fallback: paths.account },
}
