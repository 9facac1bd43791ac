import type { ReactNode } from 'react'
import { moneyMessages } from '~/messages/money'
import { FactList } from '~/components/ui/facts'
import type { ShownExpectation, ShownReport, ShownSale, ShownStep } from '~/domain/tracking/show-visit'
import { NextStep } from './next-step'
import { SaleStateMark } from '~/components/account/sale-state'
import { VisitSteps } from './visit-steps'
import './visit-sheet.css'

export interface SheetSale extends ShownSale {
  steps: ShownStep[]
  next: ShownExpectation | null
  reports: ShownReport[]
}

interface OrderProps {
  sale: SheetSale
  title: string
  isOneOfMany: boolean
  askHref: string | null
  children: ReactNode
}

export function Order({ sale, title, isOneOfMany, askHref, children }: OrderProps) {
  const { payout, left, orderNumber, amount, cashback, lost, declineReason, steps, next, reports } = sale
  return (
    <section className="panel">
      <h2 className="visit-order">
        {title} {isOneOfMany && <SaleStateMark sale={sale} askHref={askHref} />}
      </h2>
      <p className="visit-sheet-cashback">
        <span className="muted">Cashback</span>{' '}
        <b className="money">{cashback ?? (lost ? `${lost}, not credited` : 'none')}</b>
      </p>
      <NextStep expected={next} />
      <VisitSteps steps={steps} />
      {(payout ?? left) && <p className="muted text-small">{moneyMessages.visits.oldestFirst}</p>}
      <FactList
        facts={[
          ['Order number', orderNumber ?? 'not given by the store'],
          ['Amount', amount ?? 'not given by the store'],
          ...(declineReason === null ? [] : [['Reason', declineReason] as [string, string]]),
        ]}
      />
      {reports.length > 0 && (
        <>
          <h3 className="visit-reports-title">What the store reported</h3>
          <ul className="visit-reports">
            {reports.map(({ time, text }) => (
              <li key={`${time} ${text}`}>
                {text} <span className="muted text-small">{time}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {children}
    </section>
  )
}
