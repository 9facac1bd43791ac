import { see, type Next } from './operation'

/** What makes the first row of a list, or where its rows come from: the desk links to it where the list is empty. */
const STARTS: Readonly<Record<string, readonly Next[]>> = {
  'adjustments list': [see('adjustments add')],
  'approvals list': [see('today')],
  'bank list': [see('bank reconcile')],
  'books periods': [see('books month')],
  'catalogue held': [see('catalogue import')],
  'catalogue list': [see('catalogue import')],
  'claims list': [see('visits list')],
  'flash-sale list': [see('flash-sale set')],
  'networks invoices': [see('networks invoice')],
  'networks owed': [see('networks payments')],
  'networks payments': [see('networks paid')],
  'newsletter issues': [see('newsletter send')],
  'notes list': [see('notes add')],
  'operators list': [see('operators invite')],
  'postbacks list': [see('networks list')],
  'shortlinks list': [see('shortlinks add')],
  'stores hosts': [see('stores add-host')],
  'withdrawals batches': [see('withdrawals export')],
}

export const listStarts = (list: string): readonly Next[] => STARTS[list] ?? []
