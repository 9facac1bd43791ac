import type { Topic } from './operation'
import { allocate, reverse, writeOff } from './networks/corrections'
import { confirmLinks, forbidLink, links } from './network-links'
import { cancelInvoice, invoice, invoices } from './networks/invoices'
import { list } from './networks/list'
import { openSales, owed, payments } from './networks/owed'
import { postPayment } from './networks/paid'
import { endSecret, secret } from './networks/secrets'
import { show } from './networks/show'
import { checkStatement } from './networks/statement'
import { tryReport } from './networks/try'

export const topic: Topic = {
  operations: [
    list,
    show,
    secret,
    endSecret,
    tryReport,
    links,
    confirmLinks,
    forbidLink,
    checkStatement,
    invoice,
    cancelInvoice,
    invoices,
    postPayment,
    allocate,
    writeOff,
    reverse,
    owed,
    openSales,
    payments,
  ],
  examples: `
Examples:
  $ networks list
  $ networks show impact
  $ networks secret impact --former-hours 72
  $ networks test impact
  $ networks test impact --old
  $ networks statement impact october.csv --from 2026-10-01 --to 2026-10-31
  $ networks paid impact october.csv --amount 11600 --tds 200 --utr N3241178 --date yesterday
  $ networks owed`,
}
