import type { Statement } from '~/domain/wallet/statements.server'
import './statement-table.css'

type StatementTableProps = Pick<Statement, 'opening' | 'closing' | 'rows'>

export const StatementTable = ({ opening, closing, rows }: StatementTableProps) => (
  <table className="statement-table">
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">Status</th>
        <th scope="col" className="statement-money">
          Amount
        </th>
        <th scope="col" className="statement-money">
          Balance
        </th>
        <th scope="col">Transaction</th>
      </tr>
    </thead>
    <tbody>
      <Edge {...opening} />
      {rows.map(({ id, number, at, description, note, amount, balance }) => (
        <tr key={id}>
          <td className="statement-date">{at}</td>
          <td className="statement-status">
            {description}
            {note && <span className="muted"> {note}</span>}
          </td>
          <td className="statement-amount statement-money">{amount}</td>
          <td className="statement-balance statement-money">{balance}</td>
          <td className="statement-number">{number}</td>
        </tr>
      ))}
      <Edge {...closing} />
    </tbody>
  </table>
)

const Edge = ({ words, day, balance }: Statement['opening']) => (
  <tr className="statement-edge">
    <td className="statement-date">{day}</td>
    <th scope="row" colSpan={2} className="statement-status">
      {words}
    </th>
    <td className="statement-balance statement-money">{balance}</td>
    <td className="statement-number">–</td>
  </tr>
)

export const StatementSumsTable = ({ kinds }: Pick<Statement, 'kinds'>) => (
  <table className="statement-sums">
    <caption>Sums of this period</caption>
    <tbody>
      {kinds.map(({ words, amount }) => (
        <tr key={words}>
          <th scope="row">{words}</th>
          <td className="statement-money">{amount}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
