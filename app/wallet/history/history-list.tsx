interface Item {
  id: string
  created_at: string
  amount: string
  description: string
  store: string | null
  withdrawableFrom: string | null
  state: 'booked' | 'pending' | 'rejected'
  balance: string | null
}

export function HistoryList({ items }: { items: Item[] }) {
  return (
    <table className="history-list">
      <thead>
        <tr>
          <th scope="col">Transaction</th>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col" className="history-list-number">
            Amount
          </th>
          <th scope="col" className="history-list-number">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, created_at, amount, description, store, withdrawableFrom, state, balance }) => (
          <tr key={`${id} ${description}`} className={balance === null ? 'history-list-outside' : undefined}>
            <td className="history-list-id">{id}</td>
            <td className="history-list-date">{created_at}</td>
            <td className="history-list-status">
              {description}
              {store && <span className="muted"> {store}</span>}
              {withdrawableFrom && (
                <span className="muted history-list-wait"> withdrawable from {withdrawableFrom}</span>
              )}
            </td>
            <td className="history-list-amount history-list-number money">
              {state === 'rejected' ? <Rejected amount={amount} /> : amount}
            </td>
            <td className="history-list-balance history-list-number money">{balance ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Rejected = ({ amount }: { amount: string }) => (
  <s className="muted">
    <span className="sr-only">Not credited: </span>
    {amount}
  </s>
)
