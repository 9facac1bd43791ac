import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod/v4'
import { writeOrNull } from '~/http/or-null.server'
import { readForm } from '~/http/input.server'
import { headers, privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { moneyMessages } from '~/messages/money'
import { failure, success } from '~/messages/notice'
import { savedPaths } from '~/edit-paths'
import { newClaimPath, paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { writeVisitNumber } from '~/domain/tracking/visit-number'
import { Link } from '~/components/ui/link'
import { Balances } from './wallet/balances'
import { FirstSteps } from './wallet/first-steps'
import { PendingList } from './wallet/pending-list'
import { BankCard } from './wallet/bank-card'
import { HiddenDetails } from './wallet/hidden-details'
import { addDetailsActions } from '~/domain/wallet/destinations'
import { UpiCard } from './wallet/upi-card'
import { readWalletPage } from '~/domain/wallet/wallet-page.server'
import {
  readWithdrawalAmount,
  formatWithdrawalRefusal,
  type WithdrawalRefusal,
} from '~/domain/wallet/withdrawals'
import { WithdrawalList } from './wallet/withdrawal-list'
import { requestWithdrawal } from '~/domain/wallet/withdrawals.server'
import type { RouteHandle } from '~/platform/route-handle'
import '~/components/ui/section.css'
import './wallet.css'

export const handle = { priority: 'money' } satisfies RouteHandle

export { clientAction } from '~/http/client-action'
export { headers }
export { shouldRevalidate } from '~/http/revalidation'

export const meta = createHiddenMeta(
  'Wallet',
  'Your balance, your payout details and your withdrawals.',
  paths.wallet,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const edit = new URL(request.url).searchParams.get('edit')
  const { pending, ...page } = await readWalletPage(user.id)
  const purchases = pending.purchases.map(({ lateVisit, ...purchase }) => ({
    ...purchase,
    askHref: lateVisit === null ? null : newClaimPath({ visit: writeVisitNumber(lateVisit) }),
  }))
  return privatePage({ ...page, pending: { ...pending, purchases }, edit })
}

const withdrawalSchema = z.object({
  amount: z.string().default('').transform(readWithdrawalAmount),
  type: z.enum(['bank', 'upi']).default('bank'),
  request_key: z.uuid(),
})

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireUser(request)
  const form = await readForm(request, withdrawalSchema, { form: 'withdraw', fallback: paths.wallet })
  const { type: method, ...input } = form.input
  const result = await writeOrNull(requestWithdrawal(user.id, { method, ...input }), 'withdrawal')
  if (!result) return form.refuse({ notice: failure(moneyMessages.withdrawal.failed) })
  if (!result.ok && result.reason === 'key-reused') form.typed.values.request_key = randomUUID()
  return result.ok
    ? redirectWith(savedPaths.withdrawal, {
        notice: success(moneyMessages.withdrawal.done),
        saved: `withdrawal:${result.withdrawal.id}`,
      })
    : form.refuse(describeRefusal(result))
}

const AMOUNT_REASONS = new Set<WithdrawalRefusal['reason']>([
  'invalid-amount',
  'over-balance',
  'below-minimum',
])

const describeRefusal = (refusal: WithdrawalRefusal) => ({
  ...(refusal.reason !== 'below-minimum' && { notice: writeRefusalNotice(refusal) }),
  ...(AMOUNT_REASONS.has(refusal.reason) && { errors: { amount: formatWithdrawalRefusal(refusal).text } }),
})

const writeRefusalNotice = (refusal: WithdrawalRefusal) =>
  failure(formatWithdrawalRefusal(refusal), refusal.reason === 'no-details' ? addDetailsActions : undefined)

export default function Wallet() {
  const { balances, isNewcomer, pending, holdHours, bank, upi, hidden, withdrawals, edit } =
    useLoaderData<typeof loader>()
  return (
    <>
      <div className="section-head wallet-head">
        <h1 className="text-xl">Wallet</h1>
        <Link to={paths.statement} className="link">
          Statement
        </Link>
      </div>
      <Balances balances={balances} />
      <p>
        <Link to={paths.visits} className="link link-alone">
          See each visit in My Cashback
        </Link>
      </p>
      {isNewcomer && <FirstSteps />}
      <PendingList {...pending} />
      {hidden ? (
        <HiddenDetails text={hidden} />
      ) : (
        <div className="wallet-details">
          <BankCard bank={bank} editing={edit === 'bank'} isFurther={upi !== null} holdHours={holdHours} />
          <UpiCard hint={upi} editing={edit === 'upi'} isFurther={bank !== null} holdHours={holdHours} />
        </div>
      )}
      <WithdrawalList withdrawals={withdrawals} paid={balances.payoutTime} />
    </>
  )
}
