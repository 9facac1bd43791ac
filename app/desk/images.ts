import {
  countHosts,
  getImageState,
  IMAGE_STATES,
  listImageSources,
  type ImageHost,
  type ImageSource,
} from '~/domain/catalog/images.server'
import { env } from '~/platform/config/env.server'
import { formatTime } from '~/platform/formats/dates'
import { isListedHost } from '~/platform/outbound/hosts'
import { describeColumns } from './columns'
import { defineList } from './define'
import { filter, purge, purgeUnused, refetch } from './images/jobs'
import { listIf, see, type Topic, type Hint } from './operation'

function describeNext({ next_attempt_at, host }: ImageSource): string {
  if (next_attempt_at === null) return 'never'
  return isListedHost(host, env().IMAGE_HOSTS) ? formatTime(next_attempt_at) : 'host not allowed'
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
    ...image.data('host', 'width', 'height', 'hash', 'attempts', 'next_attempt_at', 'created_at'),
  ],
  read: listImageSources,
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

export async function warnOfHosts(): Promise<Hint[]> {
  const hosts = (await countHosts(100)).filter((row) => !row.is_allowed && row.waiting > 0)
  const names = hosts.map(({ host }) => host).slice(0, 5)
  return listIf(hosts.length, {
    text: `Images on hosts that IMAGE_HOSTS does not name are not fetched: ${names.join(', ')}${hosts.length > 5 ? ' and others' : ''}.`,
    next: [see('images hosts')],
  })
}

export const topic: Topic = {
  operations: [list, hosts, refetch, purge, purgeUnused],
  help: `
An import records the addresses of logos and of photos of offers, and a background job fetches those on the hosts of
IMAGE_HOSTS. Until then, and where that fails, a store shows its initials, and an offer no photo. A failed one is tried
again after 5 minutes, then after four times as long each time, at most a week.`,
  examples: `
Examples:
  $ images hosts
  $ images list --state failed
  $ images refetch --state failed
  $ images purge https://cdn.example/logo.png`,
}
