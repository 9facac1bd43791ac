import type { Topic } from './operation'
import { accounts, journal, trialBalance } from './books/accounts'
import { monthEnd } from './books/month'
import { returns } from './books/returns'
import { close, files, periods, refuse, reopen } from './books/periods'

export const topic: Topic = {
  operations: [monthEnd, trialBalance, accounts, journal, close, reopen, refuse, files, returns, periods],
  help: `
Amounts are rupees. docs/books.md explains each account.`,
  examples: `
Examples: a financial year for the accountant, all entries of one sale, and a month to close
  $ books trial-balance --to 2027-03-31
  $ books journal --from 2026-04-01 --to 2027-03-31 --csv > journal.csv
  $ books journal --sale 12
  $ books month 2026-10
  $ books close 2026-10 --out october
  $ books returns 2026-10 --out returns`,
}
