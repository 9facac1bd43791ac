import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod/v4'
import { formAction } from '~/http/form-action.server'
import { tryPart } from '~/http/or-null.server'
import { privatePage } from '~/http/page'
import { redirectWith } from '~/http/respond.server'
import { requireUser } from '~/http/session.server'
import { withSearch } from '~/http/form/site-paths'
import { moneyMessages } from '~/messages/money'
import { failure, success } from '~/messages/notice'
import { savedPaths } from '~/edit-paths'
import { newClaimPath, paths } from '~/paths'
import { createHiddenMeta } from '~/components/layout/page-meta'
import { formatVisitNumber } from '~/domain/tracking/visit-number'
import { Link } from '~/components/ui/link'
import { BalanceList } from './wallet/balances'
import { FirstSteps } from './wallet/first-steps'
import { PendingList } from './wallet/pending-list'
import { BankCard } from './wallet/bank-card'
import { HiddenDetails } from './wallet/hidden-details'
import { listAddDetails } from '~/domain/wallet/destinations'
import { UpiCard } from './wallet/upi-card'
import { readWalletPage } from '~/domain/wallet/wallet-page.server'
import {
  keepAmount,
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

export { clientAction, headers, shouldRevalidate } from '~/http/route-exports'

export const meta = createHiddenMeta(
  'Wallet',
  'Your balance, your payout details and your withdrawals.',
  paths.wallet,
)

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const { searchParams } = new URL(request.url)
  const { pending, ...page } = await readWalletPage(user.id)
  const purchases = pending.purchases.map(({ lateVisit, ...purchase }) => ({
    ...purchase,
    askHref: lateVisit === null ? null : newClaimPath({ visit: formatVisitNumber(lateVisit) }),
  }))
  return privatePage({
    ...page,
    pending: { ...pending, purchases },
    edit: searchParams.get('edit'),
    amount: keepAmount(searchParams.get('amount')),
  })
}

const withdrawalSchema = z.object({
  amount: z.string().default('').transform(readWithdrawalAmount),
  type: z.enum(['bank', 'upi']).default('bank'),
  request_key: z.uuid(),
})

const options = { form: 'withdraw', fallback: paths.wallet, failed: moneyMessages.withdrawal.failed }

export const action = formAction(options, async ({ request, readForm }) => {
  const user = await requireUser(request)
  const form = await readForm(withdrawalSchema)
  const { type: method, ...input } = form.input
  const result = await tryPart(requestWithdrawal(user.id, { method, ...input }), 'withdrawal')
  if (!result) return form.refuse({ notice: failure(moneyMessages.withdrawal.failed) })
  // Where there are no details at all, the dialog does not open: its address has the sum for the way to them and back.
  if (!result.ok && result.reason === 'no-details') {
    const amount = keepAmount(form.typed.values.amount)
    const notice = failure(formatWithdrawalRefusal(result), listAddDetails(amount))
    return form.refuse({ notice }, withSearch(form.from, { amount }))
  }
  if (!result.ok && result.reason === 'key-reused') form.typed.values.request_key = randomUUID()
  return result.ok
    ? redirectWith(savedPaths.withdrawal, {
        notice: success(moneyMessages.withdrawal.done),
        saved: `withdrawal:${result.withdrawal.id}`,
      })
    : form.refuse(describeRefusal(result))
})

const AMOUNT_REASONS = new Set<WithdrawalRefusal['reason']>([
  'invalid-amount',
  'over-balance',
  'below-minimum',
])

const describeRefusal = (refusal: WithdrawalRefusal) => ({
  ...(refusal.reason !== 'below-minimum' && { notice: failure(formatWithdrawalRefusal(refusal)) }),
  ...(AMOUNT_REASONS.has(refusal.reason) && { errors: { amount: formatWithdrawalRefusal(refusal).text } }),
})

export default function Wallet() {
  const { balances, isNewcomer, pending, holdHours, bank, upi, hidden, withdrawals, edit, amount } =
    useLoaderData<typeof loader>()
  return (
    <>
      <div className="section-head wallet-head">
        <h1 className="text-xl">Wallet</h1>
        <Link to={paths.statement} className="link">
          Statement
        </Link>
      </div>
      <BalanceList balances={balances} />
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
          <BankCard
            bank={bank}
            editing={edit === 'bank'}
            isFurther={upi !== null}
            {...{ holdHours, amount }}
          />
          <UpiCard hint={upi} editing={edit === 'upi'} isFurther={bank !== null} {...{ holdHours, amount }} />
        </div>
      )}
      <WithdrawalList withdrawals={withdrawals} paid={balances.payoutTime} />
    </>
  )
}
