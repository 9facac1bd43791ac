import { randomUUID } from 'node:crypto'
import type { SessionUser } from '~/domain/accounts/find-session.server'
import { env } from '~/platform/config/env.server'
import { takeFlash } from '~/http/flash.server'
import { readAuthState } from '~/http/auth-flow.server'
import { hasDraftBeside } from '~/http/form-draft.server'
import { redirectWith } from '~/http/respond.server'
import { redirectToSignIn, type Session } from '~/http/session.server'
import { closeDialog, isAccountPage, openDialog } from '~/http/urls'
import { accountMessages } from '~/messages/account'
import type { Message } from '~/messages/message'
import { moneyMessages } from '~/messages/money'
import { warning } from '~/messages/notice'
import { listAddDetails } from '~/domain/wallet/destinations'
import { readWithdrawChoices } from '~/domain/wallet/withdraw-choices.server'

/** Throws a redirect if the dialog may not open. */
export async function readDialogData(request: Request, session: Session | null) {
  const url = new URL(request.url)
  const page = url.pathname + url.search
  if (!session && url.searchParams.has('dialog') && isAccountPage(url)) throw redirectToSignIn(request)
  switch (url.searchParams.get('dialog')) {
    case 'withdraw':
      return readWithdraw(page, requireMember(page, session), url.searchParams.get('amount') ?? '')
    case 'refer':
      return readRefer(requireMember(page, session))
    case 'logout':
      if (!session) throw redirectWith(closeDialog(page))
      return null
    case 'sign-in':
    case 'sign-up':
    case 'otp-sign-in':
      if (session && !hasDraftBeside(request, session.user.id)) throw closeForMember(request, page)
      return readJoin(request)
    case 'otp':
    case 'forgot-password':
    case 'reset-password': {
      const join = await readJoin(request)
      if (session && url.searchParams.get('dialog') === 'otp' && !join.challenge)
        throw closeForMember(request, page)
      return join
    }
    default:
      return null
  }
}

const readJoin = async (request: Request) => ({ kind: 'join' as const, ...(await readAuthState(request)) })

function closeForMember(request: Request, page: string): Response {
  const { flash } = takeFlash(request)
  const notice = flash?.form ? undefined : flash?.notice
  // Replace the history entry: otherwise Back would return here repeatedly.
  return redirectWith(closeDialog(page), { notice, replacesPage: true })
}

function requireMember(page: string, session: Session | null): SessionUser {
  if (session) return session.user
  throw redirectWith(openDialog(page, 'sign-in'), { notice: warning(accountMessages.account.loginFirst) })
}

async function readWithdraw(page: string, { id }: SessionUser, amount: string) {
  const choices = await readWithdrawChoices(id, amount)
  if (!choices.bank && !choices.upi)
    throw redirectWith(closeDialog(page), {
      notice: warning(describeMissing(choices.blocker), listAddDetails(choices.amount)),
    })
  return { kind: 'withdraw' as const, requestKey: randomUUID(), ...choices }
}

/** With what would be refused next, so that nobody enters details for an empty wallet. */
const describeMissing = (blocker: Message | null): Message => {
  const { noDetails } = moneyMessages.payoutDetails
  return blocker === null ? noDetails : { ...blocker, title: noDetails.text }
}

const readRefer = ({ referral_code: code }: SessionUser) => ({
  kind: 'refer' as const,
  code,
  link: `${env().publicOrigin}/?ref=${encodeURIComponent(code)}`,
})
