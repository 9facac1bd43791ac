import type { ApiOperation } from './operation'
import * as accounts from './accounts'
import * as claims from './claims'
import * as catalog from './catalog'
import * as feedback from './feedback'
import * as outreach from './outreach'
import * as profile from './profile'
import * as statement from './statement'
import * as stores from './stores'
import * as visits from './visits'
import * as wallet from './wallet'

const groups: Record<string, Record<string, ApiOperation>> = {
  Accounts: { ...accounts, ...profile },
  Catalogue: { ...catalog, ...feedback, ...stores },
  Wallet: { ...claims, ...statement, ...visits, ...wallet },
  'Clicks and news': outreach,
}

export const operations: { tag: string; operation: ApiOperation }[] = Object.entries(groups).flatMap(
  ([tag, group]) =>
    Object.keys(group)
      .toSorted()
      .map((name) => ({ tag, operation: group[name]! })),
)
