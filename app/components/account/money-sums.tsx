import { Figure } from '~/components/ui/figure'
import type { ShownSums } from '~/domain/wallet/sums.server'

/** A member's sums in the order in which money comes. The style is in every page of a member (layout/members.css). */
export function MoneySums({ sums }: { sums: ShownSums }) {
  const { withdrawable, isEmpty, hold, holdingPeriod, pending, next, onItsWay, paid, owed } = sums
  return (
    <dl className="money-sums">
      <Sum name={hold && !isEmpty ? 'On hold' : 'You can withdraw now'} amount={withdrawable} big />{' '}
      {holdingPeriod && (
        <Sum
          name="Confirmed"
          amount={holdingPeriod.amount}
          note={`withdrawable from ${holdingPeriod.from}`}
        />
      )}{' '}
      <Sum name="Pending" amount={pending} note={next} /> <Sum name="On its way to you" amount={onItsWay} />{' '}
      <Sum name="Paid to you" amount={paid} />{' '}
      {owed && <Sum name="You owe" amount={owed} note="see your wallet" />}
    </dl>
  )
}

interface SumProps {
  name: string
  amount: string
  note?: string | null
  big?: boolean
}

const Sum = ({ name, amount, note = null, big = false }: SumProps) => (
  <div>
    <dt>{name}</dt>{' '}
    <dd>
      <span className={big ? 'figure figure-big' : 'figure'}>
        <Figure text={amount} />
      </span>
      {note && <span className="money-sums-note">{note}</span>}
    </dd>
  </div>
)
