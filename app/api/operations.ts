/** Every call of the API, in the order of its document. */
import type { Operation } from './operation'
import * as accounts from './accounts'
import * as catalog from './catalog'
import * as outreach from './outreach'
import * as wallet from './wallet'

const groups = { Accounts: accounts, Catalogue: catalog, Wallet: wallet, 'Clicks and news': outreach }

/** With the name of its part of the document. */
export const operations: { tag: string; operation: Operation }[] = Object.entries(groups).flatMap(
  ([tag, group]) => Object.values(group).map((operation) => ({ tag, operation: operation as Operation })),
)
