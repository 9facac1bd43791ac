import { z } from 'zod/v4'
import { getOfferState } from '~/catalog/offer-state'
import { addShortlink, listShortlinks } from '~/tracking/shortlinks.server'
import { listChanged } from './changed'
import { describeColumns, describeRow } from './columns'
import * as field from './fields'
import { explainNotShown, refuseOffer } from './lookups.server'
import { noInput, operation, type Topic } from './operation'
import { Refused } from './refusal'

const column = describeColumns<Awaited<ReturnType<typeof listShortlinks>>[number]>()
const STATE = column.state('state', (row) => getOfferState(row))
const COLUMNS = [
  column.text('address', ({ slug }) => `/${slug}`, { only: 'screen' }),
  column.text('slug', { only: 'data' }),
  column.offer('campaign_id', { title: 'offer' }),
  column.text('title', { width: 60 }),
  column.time('created_at', { title: 'since', isAssigned: true }),
]

const list = operation({
  name: 'shortlinks list',
  title: 'Short links',
  summary: 'all of them',
  role: 'viewer',
  kind: 'list',
  input: noInput,
  one: 'shortlink',
  none: 'There are no shortlinks.',
  columns: COLUMNS.toSpliced(3, 0, STATE),
  read: () => listShortlinks(),
})

const REFUSALS = {
  invalid: 'A shortlink has up to 60 letters, digits and dashes, and no dash at its ends.',
  reserved: 'This address is a page of the site: choose another one.',
  'no-campaign': refuseOffer().message,
  taken: 'This shortlink leads to another offer already.',
}

const add = operation({
  name: 'shortlinks add',
  title: 'Add a short link',
  summary: 'create a short link /SLUG to an offer’s shop',
  role: 'catalogue',
  kind: 'change',
  confirm: 'none',
  input: z.object({
    slug: field.text('letters, digits and dashes; not the path of a page', { place: 'argument' }),
    offer: field.offer('the offer', { place: 'argument' }),
  }),
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
  operations: [add, list],
  help: `
Example: /diwali leads to the shop of offer 12
  $ shortlinks add diwali 12`,
}
