interface Item {
  /** 'TXN00000012DD' */
  id: string
  /** '21 Nov 2026, 3:45 pm' */
  created_at: string
  /** '+Rs. 40.00'; of what was rejected 'Rs. 40.00' */
  amount: string
  description: string
  store: string | null
  /** '22 Dec 2026': in the holding period until then; null: not. */
  withdrawableFrom: string | null
  state: 'booked' | 'pending' | 'rejected'
  /** The wallet after it; null for what never reached it. */
  balance: string | null
}

/** A table on a wide screen, a list on a narrow one: the same elements, laid out by CSS. */
export function HistoryList({ items }: { items: Item[] }) {
  return (
    <table className="history">
      <thead>
        <tr>
          <th scope="col">Transaction</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col" className="number">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, created_at, amount, description, store, withdrawableFrom, state, balance }) => (
          <tr key={`${id} ${description}`} className={balance === null ? 'history-outside' : undefined}>
            <td className="history-id">{id}</td>
            <td className="history-date">{created_at}</td>
            <td className="history-status">
              {description}
              {store && <span className="muted"> {store}</span>}
              {withdrawableFrom && (
                <span className="muted history-wait"> withdrawable from {withdrawableFrom}</span>
              )}
            </td>
            <td className="history-amount number money">
              {state === 'rejected' ? <Rejected amount={amount} /> : amount}
            </td>
            <td className="history-balance number money">{balance ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Struck through for the eye; a reader of the text is told. */
const Rejected = ({ amount }: { amount: string }) => (
  <s className="muted">
    <span className="sr-only">Not credited: </span>
    {amount}
  </s>
)
