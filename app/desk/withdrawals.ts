import type { Topic } from './operation'
import { approve, ask } from './withdrawals/approve'
import { importFromBank } from './withdrawals/bank-answer'
import { batches, reprint, unbatch } from './withdrawals/batches'
import { exportForBank } from './withdrawals/export'
import { list, show } from './withdrawals/look'
import { correctReference, fail, markPaid, refuse, refuseEach, markReturned } from './withdrawals/steps'

export const topic: Topic = {
  operations: [
    list,
    show,
    approve,
    refuse,
    refuseEach,
    ask,
    markPaid,
    correctReference,
    fail,
    markReturned,
    exportForBank,
    reprint,
    batches,
    unbatch,
    importFromBank,
  ],
  help: `
A withdrawal goes from requested to processing (approve), and from there to paid, or back to the wallet (fail). One that is
only requested goes back to the wallet as cancelled (refuse). What moves money asks first.`,
  examples: `
One by one:
  $ withdrawals list --status requested
  $ withdrawals approve 7
  $ withdrawals refuse 8 --reason "The account is not yours"
  $ withdrawals paid 7 --utr 432198765012
  $ withdrawals fail 7 --reason "The bank does not know this account"

Nothing is approved for a member who owes us, is on hold or has an open signal of fraud. You may override debt and signal, and say why:
  $ withdrawals approve 7 --despite-debt "The store pays it back to us"
  $ withdrawals approve 8 --despite-signal "Husband and wife; both wrote to us"

Many at once, with your bank's bulk payments:
  $ withdrawals export --approve --out to-the-bank.csv
  $ withdrawals import from-the-bank.csv --dry-run
  $ withdrawals import from-the-bank.csv

Where a provider pays, approve is all. One that stays unknown wants you to look there:
  $ withdrawals list --status unknown
  $ withdrawals show 7`,
}
