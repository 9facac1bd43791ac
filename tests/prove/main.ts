/** The long run of the money proofs: each part with a progress bar and a result line. */
import { closeDatabase } from '~/platform/db/client.server'
import { createProgressBar } from '../../ops/terminal'
import type { Place } from '../faults/place'
import { describeOutage, outageNames, proveOutage } from '../faults/outages'
import { isInstalled } from '../support/proxies'
import { describeAttack, proveAttack } from '../faults/attack'
import { describeRestart, proveRestart, WAYS } from '../faults/restart'
import { proveNginx } from '../faults/nginx'
import { proveFaults } from '../faults/run'
import { findBank, payBy } from '../model/banks'
import { FAULTS } from '../model/faults'
import { proveRepeats } from '../model/orders'
import { findSeed, record, countSeedsUntilFound } from '../model/planted'
import { PLAIN_SEEDS, count, proveModel, type ModelOptions } from '../model/run'
import { burnBooks } from '../model/world'
import { PAYOUT_RACES, provePayoutRace } from '../races/payouts'
import { proveReversalRace, REVERSAL_RACES } from '../races/reversals'
import { proveRaces } from '../races/rounds'
import { startServer, stopServers } from '../support/servers'
import { makeCheckpoint } from '~/domain/books/checkpoints.server'
import { CORRUPTIONS, plantAll } from '../books/corruptions/all'
import { plantGenerated } from '../books/corruptions/generated'
import { createSampleBooks } from '../books/corruptions/lifetime'
import { click, member } from '../wallet/support'
import { proveRelease, RELEASE_STEPS } from './release'

export interface Figures {
  seeds: number
  /** Number of model seeds with PostgreSQL stopped during a step. */
  lives: number
  /** First seed of the model, and seed of the faults. */
  from: number
  rounds: number
  faults: number
  /** How long each outage lasts. */
  seconds: number
  /** Through each proxy, and directly. */
  requests: number
  /** Maximum consecutive repeats of each report. */
  repeats: number
  /** Search a seed for each planted fault and record it. */
  record: boolean
}

type Part = (place: Place, figures: Figures, progress: (done: number) => void) => Promise<string>

const thousands = (n: number) => n.toLocaleString('en')

async function countedModel(options: ModelOptions): Promise<string> {
  Object.assign(count, { operations: 0, cuts: 0 })
  await proveModel({ ...options, cuts: true })
  const { operations, cuts } = count
  return `${thousands(options.seeds)} seeds from ${options.from}, ${thousands(operations)} operations, ${thousands(cuts)} of them cut short`
}

const model: Part = async (_, { seeds, from }, progress) => {
  const counted = await countedModel({ seeds, from, progress })
  return `${counted}: every answer, wallet, history, statement, report and withdrawal is the model's`
}

/** One seed at a time, because the database stops for all. */
const crashes: Part = async (place, { lives, from }, progress) => {
  let stops = 0
  const crash = () => {
    stops++
    return place.crash()
  }
  const counted = await countedModel({
    seeds: lives,
    from: Math.max(from, PLAIN_SEEDS + 1),
    abreast: 1,
    crash,
    progress,
  })
  return `${counted}, ${thousands(stops)} by PostgreSQL stopping at once: the same`
}

/** Maximum number of seeds to try for a planted fault. */
const MOST_SEEDS = 1_000

const planted: Part = async (_, { from, record: isRecording }, progress) => {
  const found: Record<string, number> = {}
  for (const [at, name] of Object.keys(FAULTS).entries()) {
    found[name] = isRecording
      ? await findSeed(name, MOST_SEEDS)
      : await countSeedsUntilFound(name, from, MOST_SEEDS)
    progress(at + 1)
  }
  if (isRecording) record(found)
  const [worst, most] = Object.entries(found).reduce((a, b) => (b[1] > a[1] ? b : a))
  const count = Object.keys(found).length
  const mean = Object.values(found).reduce((a, b) => a + b, 0) / count
  return `${count} faults, each found by a seed: ${mean.toFixed(1)} seeds on average, at most ${most} ('${worst}')`
}

const orders: Part = async (_, { repeats }, progress) => {
  const sequences = await proveRepeats(repeats, progress)
  return `${thousands(sequences)} sequences end as the table says`
}

const races: Part = async (_, { rounds }, progress) => {
  // Prevents demo seeding, which only an empty database gets.
  await click(await member())
  const { SESSION_SECRET, DATA_KEY, EMBEDDED_DATABASE_URL } = process.env
  const env = { SESSION_SECRET, DATA_KEY, EMBEDDED_DATABASE_URL }
  const servers = await Promise.all([startServer({ env }), startServer({ env })])
  await proveRaces(servers, { rounds, progress })
  await Promise.all(servers.map((server) => server.stop()))
  return `${thousands(rounds)} rounds of 30 requests over two processes: no second payout, no second credit`
}

const payouts: Part = async (_, { rounds }, progress) => {
  await payBy('razorpayx')
  const bank = await findBank('razorpayx')
  let before = 0
  for (const race of Object.values(PAYOUT_RACES)) {
    await provePayoutRace(race, bank, rounds, (done) => progress(before + done))
    before += rounds
  }
  await payBy(null)
  for (const race of Object.values(REVERSAL_RACES)) {
    await proveReversalRace(race, rounds, (done) => progress(before + done))
    before += rounds
  }
  return `${thousands(before)} rounds of workers, webhooks, owners and reversals at one withdrawal: one end, sent once, paid once`
}

const faults: Part = async (place, figures, progress) => {
  const counts = await proveFaults(place, { faults: figures.faults, seed: figures.from, progress })
  const kinds = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
  return `${thousands(figures.faults)} faults (${kinds.join(', ')}): all that was answered is there, once`
}

const outages: Part = async (place, { seconds }, progress) => {
  const lines: string[] = []
  for (const [at, name] of outageNames.entries()) {
    lines.push(describeOutage(name, await proveOutage(place, name, seconds)))
    progress((at + 1) * seconds)
  }
  return `${seconds} s of each\n  ${lines.join('\n  ')}`
}

const restart: Part = async (_, { requests }, progress) => {
  const lines: string[] = []
  for (const [at, way] of WAYS.entries()) {
    if (way !== 'directly' && !isInstalled(way)) {
      lines.push(`through ${way}: NOT RUN, ${way} is not installed`)
      continue
    }
    const report = await proveRestart(way, { requests, restarts: 3 }, (done) =>
      progress(at * requests + done),
    )
    lines.push(describeRestart(way, report))
  }
  return `by SIGUSR2 under load\n  ${lines.join('\n  ')}`
}

/** Of attackers, through each proxy and directly. */
const ATTACK_ROWS = 3

const attack: Part = async (_place, _figures, progress) => {
  const lines: string[] = []
  for (const [at, way] of WAYS.entries()) {
    if (way !== 'directly' && !isInstalled(way)) {
      lines.push(`through ${way}: NOT RUN, ${way} is not installed`)
      continue
    }
    const report = await proveAttack(way, (rows) => progress(at * ATTACK_ROWS + rows))
    lines.push(describeAttack(way, report))
  }
  return `by clients that end no form and read nothing\n  ${lines.join('\n  ')}`
}

const nginx: Part = () =>
  isInstalled('nginx') ? proveNginx() : Promise.resolve('NOT RUN, nginx is not installed')

const release: Part = (_place, _figures, progress) => proveRelease(progress)

const corruptions: Part = async (_place, _figures, progress) => {
  await createSampleBooks()
  const { refused, found, open, missed } = await plantAll(progress)
  await makeCheckpoint()
  const generated = await plantGenerated()
  const all = [...missed, ...generated.missed]
  if (all.length > 0) throw new Error(`missed: ${all.join('; ')}`)
  return `${CORRUPTIONS.length} corruptions of the books: ${refused} refused by the database, ${found} found by the audit, none missed; ${open} known that it does not notice (tests/books/corruptions/open.ts); ${generated.planted} made from the schema, none missed that moves money`
}

const PARTS = {
  model,
  crashes,
  planted,
  orders,
  races,
  payouts,
  faults,
  outages,
  restart,
  attack,
  nginx,
  release,
  corruptions,
}

export const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name)
export const partNames = Object.keys(PARTS)

const readCount = (
  name: keyof typeof PARTS,
  { seeds, lives, rounds, faults: breaks, repeats, seconds, requests }: Figures,
) =>
  ({
    model: seeds,
    crashes: lives,
    planted: Object.keys(FAULTS).length,
    orders: repeats === 3 ? 40_696 : 326,
    races: rounds,
    payouts: (Object.keys(PAYOUT_RACES).length + Object.keys(REVERSAL_RACES).length) * rounds,
    faults: breaks,
    outages: outageNames.length * seconds,
    restart: WAYS.length * requests,
    attack: WAYS.length * ATTACK_ROWS,
    nginx: 1,
    release: RELEASE_STEPS,
    corruptions: CORRUPTIONS.length,
  })[name]

/** Runs the parts in order and stops what it started; false if one failed. */
export async function prove(place: Place, names: (keyof typeof PARTS)[], figures: Figures): Promise<boolean> {
  try {
    for (const name of names) {
      const started = Date.now()
      const bar = createProgressBar()
      const all = readCount(name, figures)
      await burnBooks()
      const show = (done: number) => bar.show(done / all, `${name} ${done}/${all}`)
      const seconds = () => ((Date.now() - started) / 1000).toFixed(0)
      try {
        const found = await PARTS[name](place, figures, show)
        bar.end()
        console.log(`proved  ${name.padEnd(7)} ${found} (${seconds()} s)`)
      } catch (error) {
        bar.end()
        console.log(`FAILED  ${name.padEnd(7)} after ${seconds()} s: ${String(error)}`)
        return false
      }
    }
    return true
  } finally {
    await stopServers()
    await closeDatabase()
  }
}
