import { getOfferState } from '~/catalog/offer-state'
import { addShortlink, listShortlinks } from '~/tracking/shortlinks.server'
import { listChanged } from './changed'
import { describeColumns, describeRow } from './columns'
import { defineChange, defineList } from './define'
import * as field from './fields'
import { explainNotShown, refuseOffer } from './lookups.server'
import type { Topic } from './operation'
import { Refused } from './refusal'

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
  columns: COLUMNS.toSpliced(2, 0, STATE),
  read: () => listShortlinks(),
})

const REFUSALS = {
  invalid: 'A shortlink has up to 60 letters, digits and dashes, and no dash at its ends.',
  reserved: 'This address is a page of the site: choose another one.',
  'no-campaign': refuseOffer().message,
  taken: 'This shortlink leads to another offer already.',
}

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
    const answer = await addShortlink(slug, offer, tx)
    if (!answer.ok)
      throw new Refused(
        `/${slug}: ${answer.reason === 'not-shown' ? explainNotShown(answer.campaign, answer.state) : REFUSALS[answer.reason]}`,
        answer.reason === 'not-shown' || answer.reason === 'no-campaign' ? 'offer' : 'slug',
      )
    const { shortlink, isNew } = answer
    return {
      effect: `Leads /${shortlink.slug} to ‘${shortlink.title}’`,
      facts: describeRow(COLUMNS, shortlink as never),
      changed: isNew
        ? listChanged(`shortlink ${shortlink.slug}`, {}, { campaign_id: shortlink.campaign_id })
        : [],
    }
  },
})

export const topic: Topic = {
  title: 'Short links',
  operations: [add, list],
  help: `
Example: /diwali leads to the shop of offer 12
  $ shortlinks add diwali 12`,
}
