import './history-list.css'

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
          <th scope="col" className="history-number">
            Amount
          </th>
          <th scope="col" className="history-number">
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
              {withdrawableFrom && <span className="muted block"> withdrawable from {withdrawableFrom}</span>}
            </td>
            <td className="history-amount history-number money">
              {state === 'rejected' ? <Rejected amount={amount} /> : amount}
            </td>
            <td className="history-balance history-number money">{balance ?? '–'}</td>
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
