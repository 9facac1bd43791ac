/** Which store an address of a product is of, and which of its offers counts the visit. */
import {
  giveHost,
  listStoreHosts,
  setLinkOffer,
  takeHost,
  type StoreHost,
} from '~/domain/catalog/product-links.server'
import { listChanges } from '../changed'
import { describeColumns } from '../columns'
import { defineChange, defineList } from '../define'
import type { Field } from '../field'
import * as field from '../fields'
import { refuseOffer, requireStore } from '../lookups.server'
import { RefusalError, requireDone } from '../refusal'

const column = describeColumns<StoreHost>()

export const hosts = defineList({
  name: 'stores hosts',
  title: 'Hosts of stores',
  summary: 'those that operators named, beside the address of each store',
  role: 'viewer',
  one: 'host',
  none: 'No further host is set: each store has only the host of its own address.',
  columns: [column.text('host'), column.store('store', { width: 30 })],
  read: () => listStoreHosts(),
})

const store = field.store('the store', { place: 'argument' })
const host = field.text('such as shop.example: names below it count, too', { place: 'argument' })

export const addHost = defineChange({
  name: 'stores add-host',
  title: 'Add a host of a store',
  summary: 'make products of a host those of a store, and of no other one',
  role: 'catalogue',
  input: { store, host },
  async run({ store, host }, _, tx) {
    const found = await requireStore(store)
    const given = requireDone(await giveHost(host, found, tx), 'host', {
      invalid: `${host}: This is no host of a shop, such as shop.example.`,
      'link-host': `${host}: Links of this host lead to many shops: it belongs to a shortener or a network.`,
    })
    return {
      effect: `Makes products at ${given.host} those of ${found.name}`,
      changed: listChanges(`host ${given.host}`, { store_id: given.before }, { store_id: found.id }),
    }
  },
})

export const removeHost = defineChange({
  name: 'stores remove-host',
  title: 'Remove a host of a store',
  summary: 'forget a host that an operator named',
  role: 'catalogue',
  input: { host },
  async run({ host }, _, tx) {
    const taken = requireDone(await takeHost(host, tx), 'host', {
      unknown: `${host}: No operator named this host.`,
    })
    return {
      effect: `Forgets ${taken.host}: what the stores’ own addresses say counts again`,
      changed: listChanges(`host ${taken.host}`, { store_id: taken.before }, { store_id: null }),
    }
  },
})

const offer: Field<string | null> = field.offer('the offer, or best for the best ranked one that fits', {
  place: 'argument',
  clearedBy: 'best',
})

export const linkOffer = defineChange({
  name: 'stores link-offer',
  title: 'Set the offer of product links',
  summary: 'set which offer of a store counts visits to a product that was pasted',
  role: 'catalogue',
  input: { store, offer },
  async run({ store, offer }, _, tx) {
    const { id, name } = await requireStore(store)
    const { campaign, before } = requireDone(await setLinkOffer(id, offer, tx), 'offer', {
      'no-campaign': refuseOffer(),
      'other-store': ({ campaign }) =>
        new RefusalError(`‘${campaign.title}’ is an offer of another store.`, 'offer'),
      'has-code': ({ campaign }) =>
        new RefusalError(`‘${campaign.title}’ has a code, which a visit to a product does not use.`, 'offer'),
      'no-cashback': ({ campaign }) => new RefusalError(`‘${campaign.title}’ pays no cashback.`, 'offer'),
    })
    return {
      effect: campaign
        ? `Counts visits to products of ${name} by ‘${campaign.title}’`
        : `Counts visits to products of ${name} by its best ranked offer that fits`,
      notes: ['While the offer is not live, the best ranked one that fits counts them.'],
      changed: listChanges(`store ${id}`, { link_offer: before }, { link_offer: campaign?.id ?? null }),
    }
  },
})
