import { getOfferState } from '~/domain/catalog/offers'
import { addShortlink, listShortlinks } from '~/domain/tracking/shortlinks.server'
import { listChanges } from './changed'
import { describeColumns, describeRow } from './columns'
import { defineChange, defineList } from './define'
import * as field from './fields'
import { explainNotShown, refuseOffer } from './lookups.server'
import { see, type Topic } from './operation'
import { RefusalError, requireDone } from './refusal'

const column = describeColumns<Awaited<ReturnType<typeof listShortlinks>>[number]>()
const STATE = column.state('state', (row) => getOfferState(row))
const COLUMNS = [
  column.text('slug', { title: 'address', screen: ({ slug }) => `/${slug}` }),
  column.offer('campaign_id', { title: 'offer' }),
  column.text('title', { width: 60 }),
  column.time('created_at', { title: 'since', isAssigned: true }),
]

const list = defineList({
  name: 'shortlinks list',
  title: 'Short links',
  summary: 'all of them',
  role: 'viewer',
  one: 'shortlink',
  none: 'There are no shortlinks.',
  starts: [see('shortlinks add')],
  columns: COLUMNS.toSpliced(2, 0, STATE),
  read: () => listShortlinks(),
})

const add = defineChange({
  name: 'shortlinks add',
  title: 'Add a short link',
  summary: 'create a short link /SLUG to an offer’s shop',
  role: 'catalogue',
  input: {
    slug: field.text('letters, digits and dashes; not the path of a page', { place: 'argument' }),
    offer: field.offer('the offer', { place: 'argument' }),
  },
  async run({ slug, offer }, _, tx) {
    const { shortlink, isNew } = requireDone(await addShortlink(slug, offer, tx), 'slug', {
      invalid: `/${slug}: A shortlink has up to 60 letters, digits and dashes, and no dash at its ends.`,
      reserved: `/${slug}: This address is a page of the site: choose another one.`,
      taken: `/${slug}: This shortlink leads to another offer already.`,
      'no-offer': refuseOffer(`/${slug}: `),
      'not-shown': ({ offer, state }) =>
        new RefusalError(`/${slug}: ${explainNotShown(offer, state)}`, 'offer'),
    })
    return {
      effect: `Leads /${shortlink.slug} to ‘${shortlink.title}’`,
      facts: describeRow(COLUMNS, shortlink as never),
      changed: isNew
        ? listChanges(`shortlink ${shortlink.slug}`, {}, { campaign_id: shortlink.campaign_id })
        : [],
    }
  },
})

export const topic: Topic = {
  title: 'Short links',
  operations: [add, list],
  examples: `
Example: /diwali leads to the shop of offer 12
  $ shortlinks add diwali 12`,
}
