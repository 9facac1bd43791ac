import { forgetVariants } from '~/catalog/images/serve.server'
import { makeDue, purgeSource, removeUnused } from '~/catalog/images/sources.server'
import {
  countHosts,
  countSources,
  getImageState,
  IMAGE_STATES,
  listSources,
  type ImageHost,
  type ImageSource,
} from '~/catalog/images/list-sources.server'
import { env } from '~/config/env.server'
import { formatCount } from '~/formats/count'
import { formatTime } from '~/formats/dates'
import { isListedHost } from '~/outbound/hosts'
import { describeColumns } from './columns'
import { defineJob, defineList } from './define'
import * as field from './fields'
import { noteIf, type Topic } from './operation'
import { Refused } from './refusal'
import { excludes, someOf } from './relations'

const filter = {
  state: field.choice('those in one state', IMAGE_STATES).optional(),
  host: field.text('only images of one host', { placeholder: 'host' }).optional(),
}
const address = field.text('the https address of one image', { most: 2000, place: 'argument' })

function describeNext({ due_at, host }: ImageSource): string {
  if (due_at === null) return 'never'
  return isListedHost(host, env().IMAGE_HOSTS) ? formatTime(due_at) : 'host not allowed'
}

const image = describeColumns<ImageSource>()

const list = defineList({
  name: 'images list',
  title: 'Images',
  summary: 'images, the newest address first',
  role: 'viewer',
  input: filter,
  one: 'image',
  none: ({ state, host }) =>
    (state ?? host) ? 'There are no such images.' : 'No feed has named an image yet.',
  columns: [
    image.state('state', getImageState),
    image.count('size', ({ width, height }) => (width === null ? null : `${width} x ${height}`), {
      only: 'screen',
    }),
    image.time('fetched_at', { title: 'fetched' }),
    image.text('next', describeNext, { only: 'screen' }),
    image.text('failure', { width: 40 }),
    image.text('url', { title: 'address' }),
    ...image.data('host', 'width', 'height', 'hash', 'attempts', 'due_at', 'created_at'),
  ],
  read: listSources,
  key: ({ id }) => id,
})

const host = describeColumns<ImageHost>()

const hosts = defineList({
  name: 'images hosts',
  title: 'Hosts of images',
  summary: 'hosts that feeds name, and whether IMAGE_HOSTS allows them',
  role: 'viewer',
  one: 'host',
  none: 'No feed has named an image yet.',
  columns: [
    host.text('host'),
    host.state('allowed', ({ is_allowed }) => (is_allowed ? 'yes' : 'no'), { only: 'screen' }),
    host.yes('is_allowed', { only: 'data' }),
    ...IMAGE_STATES.map((state) => host.count(state)),
  ],
  read: (_, { limit }) => countHosts(limit),
})

export async function warnOfHosts(): Promise<string[]> {
  const hosts = (await countHosts(100)).filter((row) => !row.is_allowed && row.waiting > 0)
  const names = hosts.map(({ host }) => host).slice(0, 5)
  return noteIf(
    hosts.length,
    `Images on hosts that IMAGE_HOSTS does not name are not fetched: ${names.join(', ')}${hosts.length > 5 ? ' and others' : ''} (\`images hosts\`).`,
  )
}

const refuseUnknown = (address: string) =>
  new Refused(`No feed has named ${address}. \`images list\` shows the addresses.`, 'address')

const refetch = defineJob({
  name: 'images refetch',
  title: 'Fetch images',
  summary: 'have images fetched soon, also those that were purged or are up to date',
  role: 'catalogue',
  input: { address: address.optional(), ...filter },
  relations: [excludes('address', 'state', 'host'), someOf('address', 'state', 'host')],
  async run({ address, ...filter }, { apply }) {
    if (!env().IMAGE_HOSTS.length)
      throw new Refused(
        'IMAGE_HOSTS names no host: nothing is fetched. `images hosts` lists those of your feeds.',
      )
    const due = await (apply ? makeDue : countSources)({ url: address, ...filter })
    if (address !== undefined && !due) throw refuseUnknown(address)
    return {
      effect: `Makes ${formatCount(due, 'image')} due`,
      notes: ['The server fetches what is due in the background; `images list` shows how it went.'],
    }
  },
})

const purge = defineJob({
  name: 'images purge',
  title: 'Remove an image',
  summary: 'remove an image for good: it is fetched no more',
  role: 'catalogue',
  confirm: 'ask',
  input: { address },
  async run({ address }, { apply }) {
    const isKnown = apply ? await purgeSource(address) : (await countSources({ url: address })) > 0
    if (!isKnown) throw refuseUnknown(address)
    return {
      effect: `Removes the image ${address}, and fetches it no more`,
      notes: ['Its stores show their initials. Browsers and CDNs may keep copies for a year.'],
      next: [{ operation: 'images refetch', input: { address } }],
    }
  },
})

const purgeUnused = defineJob({
  name: 'images purge-unused',
  title: 'Remove unused images',
  summary: 'remove images that no store and offer has any more; the server does it once a day',
  role: 'catalogue',
  async run(_, { apply }) {
    if (!apply) return { effect: 'Removes the images that no store and offer has any more' }
    const { sources, hashes } = await removeUnused()
    for (const hash of hashes) await forgetVariants(hash)
    return {
      effect: `Removes ${formatCount(sources, 'address', 'addresses')} and ${formatCount(hashes.length, 'image')}`,
    }
  },
})

export const topic: Topic = {
  operations: [list, hosts, refetch, purge, purgeUnused],
  help: `
An import records the addresses of logos and of photos of offers, and a background job fetches those on the hosts of
IMAGE_HOSTS. Until then, and where that fails, a store shows its initials, and an offer no photo. A failed one is tried
again after 5 minutes, then after four times as long each time, at most a week.

Examples:
  $ images hosts
  $ images list --state failed
  $ images refetch --state failed
  $ images purge https://cdn.example/logo.png`,
}
