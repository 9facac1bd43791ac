import { commandPrefix } from './command-name'
import { Command, Option } from 'commander'
import { fetchDue } from '~/catalog/images/fetch-due.server'
import { clearImageCache } from '~/catalog/images/disk.server'
import { forgetVariants } from '~/catalog/images/serve.server'
import {
  countHosts,
  IMAGE_STATES,
  listSources,
  makeDue,
  purgeSource,
  removeUnused,
  getImageState,
  type ImageFilter,
  type ImageHost,
  type ImageSource,
} from '~/catalog/images/sources.server'
import { env } from '~/config/env.server'
import { formatTime } from '~/formats/dates'
import { isListedHost } from '~/outbound/hosts'
import { addListOptions, listCommand, printList, type ListOptions } from './list-options'
import { formatCount, truncate, text, type Column } from './safe-text'
import { confirm, progressBar, RefusedCommand, print, printJson, UsageError, type Answers } from './terminal'

export function imageCommands(): Command {
  const group = new Command('images').addHelpText(
    'after',
    `
An import records the addresses of logos, and a background job fetches those on the hosts of IMAGE_HOSTS. Until then, and
where that fails, a store shows its initials. A failed one is tried again after 5 minutes, then after four times as long
each time, at most a week.

Examples:
  $ ${commandPrefix()} images hosts
  $ ${commandPrefix()} images list --state failed
  $ ${commandPrefix()} images refetch --state failed
  $ ${commandPrefix()} images purge https://cdn.example/logo.png`,
  )
  listCommand(group, { description: 'images, the newest address first', csv: true })
    .addOption(stateOption())
    .option('--host <host>', 'only images of one host')
    .action(list)
  addListOptions(
    group.command('hosts').description('hosts that feeds name, and whether IMAGE_HOSTS allows them'),
    {
      csv: true,
    },
  ).action(hosts)
  group
    .command('refetch')
    .description('fetch images now, also those that were purged or are up to date')
    .argument('[address]', 'the https address of one image')
    .addOption(stateOption())
    .option('--host <host>', 'only images of one host')
    .option('--json', 'print a JSON object')
    .action(refetch)
  group
    .command('purge')
    .description('remove an image for good, or what no store and offer uses, or the cache on the disk')
    .argument('[address]', 'the https address of one image, which is then fetched no more')
    .option('--unused', 'remove images that no store and offer has any more; the server does it once a day')
    .option('--cache', 'empty the cache on the disk of this machine; it fills again by itself')
    .option('-y, --yes', 'skip the confirmation')
    .action(purge)
  return group
}

const stateOption = () => new Option('--state <state>', 'those in one state').choices(IMAGE_STATES)

const COLUMNS: readonly Column<ImageSource>[] = [
  { head: 'STATE', cell: getImageState },
  { head: 'SIZE', cell: ({ width, height }) => (width === null ? '' : `${width} x ${height}`), right: true },
  { head: 'FETCHED', cell: ({ fetched_at }) => (fetched_at ? formatTime(fetched_at) : '') },
  { head: 'NEXT', cell: formatNext },
  { head: 'FAILURE', cell: ({ failure }) => truncate(failure ?? '', 40) },
  { head: 'ADDRESS', cell: ({ url }) => url },
]

function formatNext({ due_at, host }: ImageSource): string {
  if (due_at === null) return 'never'
  return isListedHost(host, env().IMAGE_HOSTS) ? formatTime(due_at) : 'host not allowed'
}

async function list({ state, host, ...options }: ListOptions & ImageFilter): Promise<void> {
  const rows = await listSources({ state, host }, options.limit)
  printList(rows, options, {
    columns: COLUMNS,
    one: 'image',
    none: text`${state || host ? 'There are no such images.' : 'No feed has named an image yet.'}`,
    toJson: (row) => ({ ...row, state: getImageState(row) }),
    fields: [
      'url',
      'state',
      'host',
      'width',
      'height',
      'hash',
      'attempts',
      'failure',
      'fetched_at',
      'due_at',
    ],
  })
}

const HOST_COLUMNS: readonly Column<ImageHost>[] = [
  { head: 'HOST', cell: ({ host }) => host },
  { head: 'ALLOWED', cell: ({ is_allowed }) => (is_allowed ? 'yes' : 'no') },
  ...IMAGE_STATES.map((state) => ({
    head: state.toUpperCase(),
    cell: (row: ImageHost) => String(row[state]),
    right: true,
  })),
]

async function hosts(options: ListOptions): Promise<void> {
  printList(await countHosts(options.limit), options, {
    columns: HOST_COLUMNS,
    one: 'host',
    none: text`No feed has named an image yet.`,
    toJson: (row) => row,
    fields: ['host', 'is_allowed', ...IMAGE_STATES],
  })
}

const MOST_NAMED = 5

/** Says after an import why its logos are missing. */
export async function printHostsOfImages(): Promise<void> {
  const refused = (await countHosts(100)).filter((row) => !row.is_allowed && row.waiting > 0)
  if (!refused.length) return
  const names = refused.slice(0, MOST_NAMED).map(({ host }) => truncate(host, 60))
  const more = refused.length > MOST_NAMED ? ' and others' : ''
  print`Logos on hosts that IMAGE_HOSTS does not name are not fetched: ${names.join(', ')}${more} (\`images hosts\`).`
}

const unknown = (address: string) =>
  new RefusedCommand(`No feed has named ${address}. \`images list\` shows the addresses.`)

async function refetch(
  address: string | undefined,
  { state, host, json }: ImageFilter & Answers,
): Promise<void> {
  if (address === undefined && state === undefined && host === undefined)
    throw new UsageError('Which images? Give an address, --state or --host.')
  if (address !== undefined && (state ?? host) !== undefined)
    throw new UsageError('An address, or --state and --host, but not both.')
  if (!env().IMAGE_HOSTS.length)
    throw new RefusedCommand(
      'IMAGE_HOSTS names no host: nothing is fetched. `images hosts` lists those of your feeds.',
    )
  const due = await makeDue(address === undefined ? { state, host } : { url: address })
  if (address !== undefined && !due) throw unknown(address)
  const bar = progressBar()
  const { fetched, failed } = await fetchDue({
    onEach: (done) => {
      const tried = done.fetched + done.failed
      bar.show(tried / Math.max(due, tried), formatCount(tried, 'image'))
    },
  }).finally(() => bar.end())
  if (failed) process.exitCode = 1
  if (json) return printJson({ due, fetched, failed })
  print`${formatCount(fetched, 'image')} fetched, ${failed} failed.`
  if (failed) print`\`images list --state failed\` says why.`
  if (due > fetched + failed) print`${due - fetched - failed} not fetched: \`images list\` says why.`
}

async function purge(
  address: string | undefined,
  { unused, cache, yes }: Answers & { unused?: boolean; cache?: boolean },
): Promise<void> {
  if (Number(address !== undefined) + Number(unused ?? false) + Number(cache ?? false) !== 1)
    throw new UsageError('What? Give an address, --unused or --cache.')
  if (cache) {
    const files = await clearImageCache()
    return print`The cache had ${formatCount(files, 'file')}; it is empty.`
  }
  if (unused) {
    const { sources, hashes } = await removeUnused()
    for (const hash of hashes) await forgetVariants(hash)
    return print`${formatCount(sources, 'address', 'addresses')} and ${formatCount(hashes.length, 'image')} removed.`
  }
  await confirm(`Is ${address!} to be removed, and not to be fetched again?`, { yes })
  if (!(await purgeSource(address!))) throw unknown(address!)
  print`The image is removed, and its stores show their initials. Browsers and CDNs may keep copies for a year.`
  print`\`images refetch ${address!}\` brings it back.`
}
