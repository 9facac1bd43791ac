import { commandPrefix } from './command-name'
import { Command, InvalidArgumentError, Option } from 'commander'
import { setStoreRecord, type StoreRecord } from '~/catalog/store-record.server'
import { lines, text } from './safe-text'
import { noStore, WHICH_STORE } from './stores'
import { print, printJson, UsageError } from './terminal'

const UNKNOWN = 'unknown' as const
const MOST_HOURS = 8760
const MOST_DAYS = 365
const MOST_POINTS = 10
const LONGEST_POINT = 200

export function storeCommands(): Command {
  const group = new Command('stores').addHelpText(
    'after',
    `
What is not known is left out of the page. A feed that says such a thing replaces it with its next import.

Example:
  $ ${commandPrefix()} stores set Voltwala --tracks-in 24 --confirms-in 45 --app-orders no --void 'Gift cards'`,
  )
  group
    .command('show')
    .description('print the record of a store')
    .argument('<store>', WHICH_STORE)
    .option('--json', 'as JSON')
    .action((which: string, { json }: { json?: true }) => change(which, {}, json))
  group
    .command('set')
    .description('change the record of a store; what is not named stays')
    .argument('<store>', WHICH_STORE)
    .addOption(number('--tracks-in <hours>', 'hours within which a purchase is usually tracked', MOST_HOURS))
    .addOption(number('--confirms-in <days>', 'days after which it is usually confirmed', MOST_DAYS))
    .addOption(answer('--app-orders <answer>', 'whether orders in its app count'))
    .addOption(answer('--claims <answer>', 'whether claims for missing cashback are accepted'))
    .addOption(points('--void <point>', 'what voids the cashback; several times'))
    .addOption(points('--do <point>', 'what shoppers should do; several times'))
    .addOption(points('--dont <point>', 'what shoppers should not do; several times'))
    .action((which: string, given: TypedRecord) => {
      const changes = toChanges(given)
      if (!Object.keys(changes).length) throw new UsageError('Say what to change; see --help.')
      return change(which, changes)
    })
  return group
}

/** Commander turns null into '', so that a removed value is a word until toChanges(). */
interface TypedRecord {
  tracksIn?: number | typeof UNKNOWN
  confirmsIn?: number | typeof UNKNOWN
  appOrders?: boolean | typeof UNKNOWN
  claims?: boolean | typeof UNKNOWN
  void?: string
  do?: string
  dont?: string
}

function number(flags: string, description: string, most: number): Option {
  return new Option(flags, `${description}, or ${UNKNOWN}`).argParser((given) => {
    if (given === UNKNOWN) return UNKNOWN
    if (!/^[1-9]\d{0,3}$/.test(given) || Number(given) > most)
      throw new InvalidArgumentError(`It must be 1 to ${most}, or ${UNKNOWN}.`)
    return Number(given)
  })
}

function answer(flags: string, description: string): Option {
  return new Option(flags, `${description}: yes, no or ${UNKNOWN}`).argParser((given) => {
    if (!['yes', 'no', UNKNOWN].includes(given))
      throw new InvalidArgumentError(`It must be yes, no or ${UNKNOWN}.`)
    return given === UNKNOWN ? UNKNOWN : given === 'yes'
  })
}

function points(flags: string, description: string): Option {
  return new Option(flags, `${description}; ${UNKNOWN} for none`).argParser(
    (given: string, before: string | undefined) => {
      if (given === UNKNOWN) return UNKNOWN
      const point = given.replace(/\s+/g, ' ').trim()
      const all = before === undefined || before === UNKNOWN ? [point] : [...before.split('\n'), point]
      if (!point || point.length > LONGEST_POINT || all.length > MOST_POINTS)
        throw new InvalidArgumentError(`Up to ${MOST_POINTS} points of up to ${LONGEST_POINT} characters.`)
      return all.join('\n')
    },
  )
}

function toChanges(given: TypedRecord): Partial<StoreRecord> {
  const all = {
    tracks_in_hours: given.tracksIn,
    confirms_in_days: given.confirmsIn,
    app_orders: given.appOrders,
    takes_claims: given.claims,
    voids: given.void,
    dos: given.do,
    donts: given.dont,
  }
  const named = Object.entries(all).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named.map(([name, value]) => [name, value === UNKNOWN ? null : value]))
}

async function change(which: string, changes: Partial<StoreRecord>, json?: true): Promise<void> {
  const set = await setStoreRecord(which, changes)
  if (!set.ok) throw noStore(set, which)
  const { store, record } = set
  if (json) return printJson({ store: store.name, ...record })
  print`${store.name}`
  print(lines(listRecord(record).map(([name, value]) => text`  ${name}: ${value}`.toString())))
}

function listRecord(record: StoreRecord): [string, string][] {
  const formatYesNo = (value: boolean | null) => (value === null ? UNKNOWN : value ? 'yes' : 'no')
  const listed = (value: string | null) => value?.split('\n').join('; ') ?? UNKNOWN
  const { tracks_in_hours: hours, confirms_in_days: days } = record
  return [
    ['tracked within', hours === null ? UNKNOWN : `${hours} hours`],
    ['confirmed after', days === null ? UNKNOWN : `${days} days`],
    ['orders in the app count', formatYesNo(record.app_orders)],
    ['claims are accepted', formatYesNo(record.takes_claims)],
    ['voids cashback', listed(record.voids)],
    ['do', listed(record.dos)],
    ['do not', listed(record.donts)],
  ]
}
