/** Which store an address of a product is of, and which of its offers counts the visit. */
import {
  addStoreHost,
  listStoreHosts,
  removeStoreHost,
  setLinkOffer,
  type StoreHost,
} from '~/domain/catalog/product-links.server'
import { listChanges } from '../changed'
import { describeColumns } from '../columns'
import { defineChange, defineList } from '../define'
import type { InputField } from '../field'
import * as field from '../fields'
import { refuseOffer, requireStore } from '../lookups.server'
import { RefusalError, requireDone } from '../refusal'
import { see } from '../operation'

const column = describeColumns<StoreHost>()

export const hosts = defineList({
  name: 'stores hosts',
  title: 'Hosts of stores',
  summary: 'hosts that operators added, besides the one of each store’s address',
  role: 'viewer',
  one: 'host',
  none: 'No operator has added a host to a store.',
  starts: [see('stores add-host')],
  columns: [column.text('host'), column.store('store', { width: 30 })],
  read: () => listStoreHosts(),
})

const store = field.store('the store', { place: 'argument' })
const host = field.text('such as shop.example: names below it count, too', { place: 'argument' })

export const addHost = defineChange({
  name: 'stores add-host',
  title: 'Add a host of a store',
  summary: 'assign the products of a host to one store',
  role: 'catalogue',
  input: { store, host },
  async run({ store, host }, _, tx) {
    const found = await requireStore(store, tx)
    const change = requireDone(await addStoreHost(host, found, tx), 'host', {
      invalid: `${host}: Enter the host of a shop, such as shop.example.`,
      'link-host': `${host}: Links of this host lead to many shops: it belongs to a shortener or a network.`,
    })
    return {
      effect: `Assigns products at ${change.host} to ${found.name}`,
      changed: listChanges(`host ${change.host}`, { store_id: change.before }, { store_id: found.id }),
    }
  },
})

export const removeHost = defineChange({
  name: 'stores remove-host',
  title: 'Remove a host of a store',
  summary: 'remove a host that an operator added',
  role: 'catalogue',
  input: { host },
  async run({ host }, _, tx) {
    const removal = requireDone(await removeStoreHost(host, tx), 'host', {
      unknown: `${host}: No operator has added this host.`,
    })
    return {
      effect: `Removes ${removal.host}: the addresses of the stores decide again`,
      changed: listChanges(`host ${removal.host}`, { store_id: removal.before }, { store_id: null }),
    }
  },
})

const offer: InputField<string | null> = field.offer('the offer, or best for the best ranked one that fits', {
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
    const { id, name } = await requireStore(store, tx)
    const { offer: found, before } = requireDone(await setLinkOffer(id, offer, tx), 'offer', {
      'no-offer': refuseOffer(),
      'other-store': ({ offer: found }) =>
        new RefusalError(`‘${found.title}’ is an offer of another store.`, 'offer'),
      'has-code': ({ offer: found }) =>
        new RefusalError(`‘${found.title}’ has a code, which a visit to a product does not use.`, 'offer'),
      'no-cashback': ({ offer: found }) => new RefusalError(`‘${found.title}’ pays no cashback.`, 'offer'),
    })
    return {
      effect: found
        ? `Counts visits to products of ${name} by ‘${found.title}’`
        : `Counts visits to products of ${name} by its best ranked offer that fits`,
      notes: ['While that offer is not live, the best ranked suitable offer is used.'],
      changed: listChanges(`store ${id}`, { link_offer: before }, { link_offer: found?.id ?? null }),
    }
  },
})
