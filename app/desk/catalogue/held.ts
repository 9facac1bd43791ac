import type { HeldOffer } from '~/domain/catalog/feeds.server'
import { formatCount } from '~/platform/formats/count'
import { describeColumns, describeData, describeRows } from '../columns'
import { defineJob, defineList } from '../define'
import * as field from '../fields'
import { refuseNotFound } from '../lookups.server'
import { LINK_COLUMNS, formatOwner } from '../network-links'
import { see, listIf } from '../operation'
import { describeLosses, describeRateTables, toFieldChanges, formatDoubts } from './import-report'

const loadFeeds = () => import('~/domain/catalog/feeds.server')

const column = describeColumns<HeldOffer>()
const COLUMNS = [
  column.id('import_id', { title: 'import' }),
  column.text('source'),
  column.text('external_id', { title: 'id in the feed', width: 24 }),
  column.text('store', { width: 20 }),
  column.text('title', { width: 36 }),
  column.text('why', ({ doubts }) => formatDoubts(doubts), { width: 90 }),
  column.time('created_at', { title: 'since' }),
]

export const held = defineList({
  name: 'catalogue held',
  title: 'Offers that wait',
  summary: 'offers of feeds that wait for a second person, with the reason',
  role: 'viewer',
  input: { import: field.id('only those of one import').optional() },
  one: 'offer',
  none: 'No offer waits.',
  starts: [see('catalogue import')],
  columns: COLUMNS,
  read: async ({ import: id }) => (await loadFeeds()).listHeldOffers(id),
  notes: (rows) => listIf(rows.length, 'Accepting an import lets in its offers.'),
})

export const accept = defineJob({
  name: 'catalogue accept',
  title: 'Accept offers that wait',
  summary: 'let in what waits of an import, and allow the hosts and publishers of its links',
  role: 'catalogue',
  confirm: 'money',
  needsSecondPerson: async ({ import: id }) => (await loadFeeds()).needsSecondPersonForHeld(id),
  continues: 'again',
  input: { import: field.id('its number in the list of what waits', { place: 'argument' }) },
  help: `
What waits is the newest version of each offer; shoppers see the former one meanwhile. The import has asked for a second person;
where a shop has no clicks yet, one person confirms the links of its first feeds. Refusing the approval leaves the offers as they are.`,
  async run({ import: id }, { apply, by }) {
    const { acceptHeldRows, listHeldOffers } = await loadFeeds()
    const rows = await listHeldOffers(id)
    const accepted = await acceptHeldRows(id, by, { dry: !apply })
    if (!accepted) throw refuseNotFound(`import ${id} of which offers wait`, 'catalogue held', 'import')
    const { source, links, rates, changes } = accepted
    const offers = accepted.new + accepted.changed
    return {
      effect: `Lets in ${formatCount(offers, 'offer')} of ${source}${links.length ? `, and allows links of ${links.map(formatOwner).join(', ')}` : ''}`,
      facts: [
        ...describeData('text', { source }),
        ...describeData('count', {
          new: accepted.new,
          changed: accepted.changed,
          rates_changed: rates.changed,
          rates_losing: rates.losing,
        }),
      ],
      tables: [
        describeRows('links', LINK_COLUMNS, links, { title: 'Links that are allowed from now on' }),
        describeRows('offers', COLUMNS.slice(2, -1), rows, { title: 'Offers', most: 100 }),
        describeLosses(changes),
        ...describeRateTables(rates),
      ],
      changed: toFieldChanges(changes),
    }
  },
})
