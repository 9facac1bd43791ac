import { listStoreRequests, type StoreRequest } from '~/domain/catalog/store-requests.server'
import { listUnknownHosts, type UnknownHost } from '~/domain/catalog/product-links.server'
import { listZeroResults, type ZeroResultQuery } from '~/domain/catalog/zero-results.server'
import { describeColumns } from './columns'
import { defineList } from './define'
import type { Topic } from './operation'

const DAYS = 90

const column = describeColumns<ZeroResultQuery>()
const storeColumn = describeColumns<StoreRequest>()

const list = defineList({
  name: 'searches list',
  title: 'Searches without results',
  summary: 'the most frequent first',
  role: 'viewer',
  one: 'search',
  many: 'searches',
  none: 'Every search found something.',
  columns: [column.count('times'), column.day('last_day'), column.text('words')],
  read: (_, { limit }) => listZeroResults(DAYS, limit),
})

const stores = defineList({
  name: 'searches stores',
  title: 'Stores that shoppers ask for',
  summary: 'after a search without a result, the most wanted first',
  role: 'viewer',
  one: 'store',
  many: 'stores',
  none: 'Nobody asked for a store.',
  columns: [
    storeColumn.count('times'),
    storeColumn.day('last_on'),
    storeColumn.day('first_on', { only: 'data' }),
    storeColumn.text('name'),
  ],
  read: (_, { limit }) => listStoreRequests(limit),
})

const hostColumn = describeColumns<UnknownHost>()

const hosts = defineList({
  name: 'searches hosts',
  title: 'Unknown hosts of pasted products',
  summary: 'unknown hosts of pasted addresses, the most frequent first',
  role: 'viewer',
  one: 'host',
  none: 'Nobody pasted a product of an unknown shop.',
  columns: [hostColumn.count('times'), hostColumn.day('last_day'), hostColumn.text('host')],
  read: (_, { limit }) => listUnknownHosts(DAYS, limit),
})

export const topic: Topic = {
  operations: [list, stores, hosts],
  help: `
Counted by day as words, without the person; nothing with an address or a long number, 1,000 different ones a day, 90 days.
A page that several people get from the cache counts once.

Stores are counted by name as shoppers typed it, five a day for a network address, for a year after the last time. Of pasted
addresses the registered name of the host is counted, by day, for 90 days: never the address.`,
  examples: `
Example:
  $ searches list --limit 20
  $ searches stores
  $ searches hosts`,
}
