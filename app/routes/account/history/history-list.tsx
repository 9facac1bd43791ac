import { Logo } from '~/components/cards/logo'
import { Icon } from '~/components/ui/icon'
import type { IconName } from '~/components/ui/icon-paths'
import type { HistoryPart, Mark } from '~/domain/wallet/history'
import type { HistoryItem } from '~/domain/wallet/history.server'
import './history-list.css'

type Item = Pick<HistoryItem, 'id' | 'description' | 'part' | 'mark' | 'store' | 'logo' | 'state'> &
  Record<'month' | 'created_at' | 'amount', string> &
  Record<'note' | 'balance', string | null>

export function HistoryList({ items }: { items: Item[] }) {
  return (
    <table className="history-list">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Status</th>
          <th scope="col" className="history-number">
            Amount
          </th>
          <th scope="col" className="history-number">
            Balance
          </th>
          <th scope="col">Transaction</th>
        </tr>
      </thead>
      {groupByMonth(items).map(({ month, rows }) => (
        <tbody key={rows[0]!.id}>
          <tr className="history-month">
            <th scope="rowgroup" colSpan={5}>
              {month}
            </th>
          </tr>
          {rows.map((item) => (
            <Row key={`${item.id} ${item.description}`} {...item} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function groupByMonth(items: Item[]): { month: string; rows: Item[] }[] {
  const groups: { month: string; rows: Item[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last?.month === item.month) last.rows.push(item)
    else groups.push({ month: item.month, rows: [item] })
  }
  return groups
}

function Row({ id, created_at, amount, state, balance, ...what }: Item) {
  return (
    <tr className={balance === null ? 'history-outside' : undefined}>
      <td className="history-date">{created_at}</td>
      <td className="history-status">
        <What {...what} />
      </td>
      <td className="history-amount history-number money">
        {state === 'rejected' ? <Rejected amount={amount} /> : amount}
      </td>
      <td className="history-balance history-number money">{balance ?? '–'}</td>
      <td className="history-id">{id}</td>
    </tr>
  )
}

const PARTS: Record<HistoryPart, IconName> = {
  cashback: 'bag',
  referral: 'share',
  withdrawals: 'bank',
  adjustments: 'edit',
}
const MARKS: Record<Mark, IconName> = { done: 'check', waiting: 'history', undone: 'close' }

type WhatProps = Pick<Item, 'description' | 'part' | 'mark' | 'store' | 'logo' | 'note'>

const What = ({ description, part, mark, store, logo, note }: WhatProps) => (
  <div className="history-what">
    {store ? (
      <Logo src={logo} name={store} size="small" />
    ) : (
      <span className="history-part">
        <Icon name={PARTS[part]} />
      </span>
    )}
    <div>
      {store && <p className="history-store">{store} </p>}
      <p className={`history-chip history-chip-${mark}`}>
        <Icon name={MARKS[mark]} />
        {description}
      </p>
      {note && <p className="muted"> {note}</p>}
    </div>
  </div>
)

const Rejected = ({ amount }: { amount: string }) => (
  <s className="muted">
    <span className="sr-only">Not credited: </span>
    {amount}
  </s>
)
