// For tests that apply reports without the inbox, so that the audit misses the inbox rows.
import { findDefects } from '~/domain/books/audit.server'
import type { Defect } from '~/domain/books/audit'

const OF_THE_INBOX = [
  'sale that no report brought',
  'sale = its newest report',
  'credited = sale × the click’s rate',
]

export const findDefectsOutsideInbox = async (): Promise<Defect[]> =>
  (await findDefects()).filter(({ check }) => !OF_THE_INBOX.includes(check))
