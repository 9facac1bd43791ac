import { RefusalError } from '~/desk/refusal'
import { getQuietPrefix } from './command-name'
import { Command } from 'commander'
import { env } from '~/platform/config/env.server'
import { db } from '~/platform/db/client.server'
import { describeIneffectiveVariable, findIneffectiveVariables } from '~/domain/settings/current-values'
import { readTexts } from '~/domain/settings/settings.server'
import { checkpointFolder, makeCheckpoint, findRewrites } from '~/domain/books/checkpoints.server'
import { listAcceptances, countDefects, findDefects } from '~/domain/books/audit.server'
import type { Defect } from '~/domain/books/audit'
import { findChangedPeriods } from '~/domain/books/month-files.server'
import { formatCount } from '~/platform/formats/count'
import { table, type TextColumn } from './safe-text'
import { print, printError, printJson } from './terminal'

export function createAuditCommand(): Command {
  return new Command('audit')
    .option('--json', 'print a JSON array: each check that found defects, how many, and examples')
    .option('--checkpoint', 'if all is well, record the history up to now as a checkpoint')
    .addHelpText(
      'after',
      `\nExample, for a nightly run:\n  $ ${getQuietPrefix()} audit --json > audit.json || alert`,
    )
    .action(audit)
    .addCommand(createRecomputeCommand())
}

const createRecomputeCommand = () =>
  new Command('recompute')
    .description(
      'read every member’s money a second time, from the raw reports; the server does it once a night',
    )
    .option('--json', 'print a JSON object: counts, what could not be recomputed, and what differs')
    .addHelpText('after', `\nExample:\n  $ ${getQuietPrefix()} audit recompute`)
    .action((_: object, command: Command) => printRecomputed(command.optsWithGlobals<Options>()))

async function printRecomputed({ json }: Options): Promise<void> {
  const began = performance.now()
  const { recompute } = await import('~/domain/books/recompute.server')
  const recomputed = await recompute()
  const { defects, members, sales, inherited, setByOperators, notRecomputable } = recomputed
  if (defects.length) process.exitCode = 1
  if (json) return printJson(recomputed)
  if (defects.length)
    print`${table(defects, COLUMNS)}\n\n${formatCount(countDefects(defects), 'defect')}. Stop payouts until each is explained.`
  else print`Every wallet is what the reports say.`
  for (const { subject, detail } of notRecomputable.examples) print`Not recomputable: ${subject}, ${detail}`
  const taken = `${formatCount(inherited, 'sale')} from before rows had digests and ${formatCount(setByOperators, 'amount')} set by operators taken as they are`
  print`${formatCount(members, 'member')} and ${formatCount(sales, 'sale')} read; ${taken}; ${formatCount(notRecomputable.count, 'member')} not recomputable.`
  print`Read in ${((performance.now() - began) / 1000).toFixed(1)} s.`
}

interface Options {
  json?: boolean
  checkpoint?: boolean
}

export async function audit({ json, checkpoint }: Options): Promise<void> {
  const began = performance.now()
  const defects = [...(await findDefects()), ...(await findRewrites()), ...(await findChangedPeriods())]
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (defects.length) process.exitCode = 1
  for (const variable of findIneffectiveVariables(env(), await readTexts(db)))
    printError(describeIneffectiveVariable(variable))
  const made = checkpoint && !defects.length ? await recordNow() : null
  if (json) printJson(defects)
  else if (defects.length) {
    const total = formatCount(countDefects(defects), 'defect')
    print`${table(defects, COLUMNS)}\n\n${total}. Stop payouts until each is explained.`
  } else {
    print`The books balance: no defect.`
    if (made) print`Checkpoint ${made.id}: ${made.hash}`
  }
  if (!json) {
    for (const { table_name, row_id, accepted_by, reason } of await listAcceptances())
      print`Accepted by ${accepted_by}: ${table_name} ${row_id}, ${reason}`
    print`Audited in ${seconds} s.`
  }
  if (made && !made.written)
    throw new RefusalError(
      `Checkpoint ${made.id} is only in the database: ${checkpointFolder()} could not be written to. Correct that, then make another checkpoint.`,
    )
}

async function recordNow() {
  const made = await makeCheckpoint()
  if (!made) throw new RefusalError('A transaction that writes to the record is open. Try again in a moment.')
  return made
}

const COLUMNS: readonly TextColumn<Defect>[] = [
  { head: 'CHECK', cell: ({ check }) => check },
  { head: 'DEFECTS', cell: ({ count }) => String(count), right: true },
  { head: 'FOR EXAMPLE', cell: ({ subject }) => subject },
  { head: 'DETAIL', cell: ({ detail }) => detail },
  { head: 'WHAT TO DO', cell: ({ next }) => next },
]
