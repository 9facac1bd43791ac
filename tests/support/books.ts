/** The audit for tests that apply reports past the inbox: nothing there brought their sales, and nobody accepted them there. */
import { findDefects, type Defect } from '~/wallet/audit.server'

const OF_THE_INBOX = [
  'sale that no report brought',
  'sale = its newest report',
  'credited = sale × the click’s rate',
]

/** What the audit finds but for what it looks up in the inbox. */
export const defectsPastTheInbox = async (): Promise<Defect[]> =>
  (await findDefects()).filter(({ check }) => !OF_THE_INBOX.includes(check))
