import { Command, InvalidArgumentError, Option } from 'commander'
import { parsePayout } from '~/catalog/feeds/payout'
import { setOfferPayout, setStoreRates, type SetRate } from '~/catalog/rates/set-rates.server'
import { GRANTED, parsePercent } from '~/formats/amounts'
import { NO_CAMPAIGN } from './offers'
import { commandPrefix, quietPrefix } from './command-name'
import { addListOptions } from './list-options'
import { printPlan } from './rate-plan'
import { LOSS } from './rate-text'
import { showRates } from './rates-show'
import { noStore, storeOption } from './stores'
import { RefusedCommand, UsageError } from './terminal'

export function rateCommands(): Command {
  const group = new Command('rates').addHelpText(
    'after',
    `
An offer pays the payout that was set for it, else for its store, else that of its feed. Without any it pays commission x
share: the feed's commission or the store's, and the store's share or CASHBACK_SHARE. Clicks keep the rate they were promised.

Examples:
  $ ${quietPrefix()} rates show --store Voltwala
  $ ${quietPrefix()} rates show --losing --csv --limit 1000 > losing.csv
  $ ${commandPrefix()} rates set --store Voltwala --commission 8% --share 70%
  $ ${commandPrefix()} rates set --store Voltwala --payout 6% --yes
  $ ${commandPrefix()} rates set --offer 12 --payout default --yes`,
  )
  addListOptions(
    group
      .command('show')
      .description('rates of all stores, or of one store’s offers; expired offers are omitted')
      .option('--losing', `only rates at which ${LOSS}`),
    { store: 'the offers of one store', csv: true },
  ).action(showRates)
  group
    .command('set')
    .description('set the rates of a store or the payout of an offer; shows the change first')
    .addOption(storeOption('every offer of a store').conflicts('offer'))
    .option('--offer <offer>', 'one offer, by id or slug; only with --payout')
    .option(
      '--payout <payout>',
      'what the shopper gets, whatever the feed says: 6%, 250 or default',
      readRate,
    )
    .option(
      '--commission <commission>',
      'what the network pays where the feed does not say: 8%, 300 or default',
      readRate,
    )
    .option('--share <share>', 'the shopper’s share of the commission: 70% or default', readShare)
    .addOption(new Option('--json', 'print a JSON object'))
    .option('-y, --yes', 'apply without asking for confirmation')
    .action(set)
  return group
}

/** Resets a value. A text, because commander turns null into an empty text. */
const DEFAULT = 'default'
type OrDefault<Value> = Value | typeof DEFAULT

const orNull = <Value>(value: OrDefault<Value> | undefined): Value | null | undefined =>
  value === DEFAULT ? null : (value as Value | undefined)

function readRate(typed: string): OrDefault<SetRate> {
  if (typed === DEFAULT) return DEFAULT
  const rate = parsePayout(typed, GRANTED)
  if (!rate)
    throw new InvalidArgumentError(
      'It must be a percentage such as 6%, an amount in rupees such as 250, or default.',
    )
  return { hundredths: BigInt(rate.payout_hundredths!), model: rate.payout_model }
}

function readShare(typed: string): OrDefault<bigint> {
  if (typed === DEFAULT) return DEFAULT
  const share = parsePercent(typed, GRANTED)
  if (share === null)
    throw new InvalidArgumentError('It must be a percentage from 0% to 100% such as 70%, or default.')
  return share
}

interface SetOptions {
  store?: string
  offer?: string
  payout?: OrDefault<SetRate>
  commission?: OrDefault<SetRate>
  share?: OrDefault<bigint>
  json?: boolean
  yes?: boolean
}

async function set({ store, offer, ...options }: SetOptions): Promise<void> {
  const dry = !options.yes
  const [payout, commission, share] = [
    orNull(options.payout),
    orNull(options.commission),
    orNull(options.share),
  ]
  if (payout === undefined && commission === undefined && share === undefined)
    throw new UsageError('Say what to set: --payout, --commission or --share.')
  if (offer !== undefined) {
    if (payout === undefined || commission !== undefined || share !== undefined)
      throw new UsageError('--offer takes --payout alone: commission and share are set for its store.')
    const answer = await setOfferPayout(offer, payout, { dry })
    if (!answer.ok) throw new RefusedCommand(NO_CAMPAIGN)
    return printPlan(`‘${answer.offer.title}’`, answer.plan, options)
  }
  if (store === undefined) throw new UsageError('Say whose rates: --store or --offer.')
  const answer = await setStoreRates(store, { payout, commission, share }, { dry })
  if (!answer.ok) throw noStore(answer, store)
  printPlan(answer.store.name, answer.plan, options)
}
