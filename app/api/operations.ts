import type { Operation } from './operation'
import * as accounts from './accounts'
import * as catalog from './catalog'
import * as outreach from './outreach'
import * as wallet from './wallet'

const groups = { Accounts: accounts, Catalogue: catalog, Wallet: wallet, 'Clicks and news': outreach }

/** In the order of the OpenAPI document; `tag` is its section. */
export const operations: { tag: string; operation: Operation }[] = Object.entries(groups).flatMap(
  ([tag, group]) => Object.values(group).map((operation) => ({ tag, operation: operation as Operation })),
)
