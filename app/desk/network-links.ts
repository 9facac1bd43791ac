import {
  allowLinks,
  findUnconfirmedLinks,
  forbidLinks,
  listLinks,
  type ListedLink,
} from '~/domain/catalog/allowed-links.server'
import type { LinkOwner } from '~/platform/config/link-owners'
import { formatCount } from '~/platform/formats/count'
import { noteChange } from './changed'
import { describeColumns, describeRows } from './columns'
import { defineChange, defineList } from './define'
import * as field from './fields'
import { listIf, see } from './operation'
import { RefusalError } from './refusal'

export const formatOwner = ({ network, host, publisher }: LinkOwner): string =>
  `${network} ${host}${publisher && ` (${publisher})`}`

const column = describeColumns<ListedLink>()
const COLUMNS = [
  column.text('network'),
  column.text('host', { width: 40 }),
  column.text('publisher', { width: 40 }),
  column.count('offers'),
  column.count('clicks', { title: 'clicks of 90 days' }),
]

export const links = defineList({
  name: 'networks links',
  title: 'Tracking links',
  summary: 'hosts and publishers that links of offers may have, and those in use that nobody has confirmed',
  role: 'support',
  one: 'link',
  none: 'No host is allowed beside those of the environment, and no offer with clicks has another one.',
  columns: [
    ...COLUMNS,
    column.state('state'),
    column.text('allowed_by', { title: 'by' }),
    column.time('since'),
  ],
  read: () => listLinks(),
  notes: (rows) =>
    listIf(
      rows.some(({ state }) => state === 'not confirmed'),
      {
        text: 'Offers of feeds with a link that is not confirmed wait. Those in use can be confirmed at once.',
        next: [see('networks confirm-links')],
      },
    ),
})

export const confirmLinks = defineChange({
  name: 'networks confirm-links',
  title: 'Confirm the tracking links in use',
  summary: 'allow the hosts and publishers of live links with clicks of 90 days, once after an upgrade',
  role: 'owner',
  confirm: 'money',
  async run(_, { by }, tx) {
    const found = await findUnconfirmedLinks(tx)
    if (!found.length)
      throw new RefusalError('No link in use is unconfirmed.', undefined, { next: [see('networks links')] })
    await allowLinks(found, by, tx)
    return {
      effect: `Allows links of ${formatCount(found.length, 'host and publisher', 'hosts and publishers')}`,
      tables: [describeRows('links', COLUMNS, found)],
      changed: found.map((owner) =>
        noteChange(`link ${formatOwner(owner)}`, 'state', 'not confirmed', 'allowed'),
      ),
    }
  },
})

const owner = describeColumns<LinkOwner>()
export const LINK_COLUMNS = [
  owner.text('network'),
  owner.text('host', { width: 40 }),
  owner.text('publisher', { width: 60 }),
]

export const forbidLink = defineChange({
  name: 'networks forbid-link',
  title: 'Forbid a tracking link',
  summary: 'take a host, or one of its publishers, off the list of allowed links',
  role: 'catalogue',
  input: {
    host: field.text('its host, as the list of links shows it', { place: 'argument' }),
    publisher: field.text('only this publisher of it', { most: 2000 }).optional(),
  },
  async run({ host, publisher }, _, tx) {
    const found = await forbidLinks(host, publisher, tx)
    if (!found.length)
      throw new RefusalError(
        'No such link is allowed; the hosts of the environment end with its variables.',
        'host',
        { next: [see('networks links')] },
      )
    return {
      effect: `Forbids links of ${found.map(formatOwner).join(', ')}`,
      tables: [describeRows('links', LINK_COLUMNS, found)],
      notes: [
        'Rows of feeds with it wait from now on. Offers that have it keep it: hiding takes them off the site.',
      ],
      changed: found.map((link) => noteChange(`link ${formatOwner(link)}`, 'state', 'allowed', 'forbidden')),
    }
  },
})
