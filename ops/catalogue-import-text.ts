import type { ImportResult, RowRefusal } from '~/catalog/feeds/import.server'
import { MOST_ENDED, type Unlisted } from '~/catalog/feeds/replace.server'
import { printRates } from './rate-text'
import { formatCount, truncate, table } from './safe-text'
import { RefusedCommand, print } from './terminal'

const COUNTS = ['new', 'changed', 'unchanged', 'ended', 'hidden', 'refused'] as const

interface Manner {
  dryRun?: boolean
}

export function printImport(result: ImportResult, refusals: readonly RowRefusal[], { dryRun }: Manner): void {
  const { broken, counts, unlisted } = result
  for (const { line, id, reason } of refusals)
    print`line ${line}${id === null ? '' : ` (id ${id})`} refused: ${reason}`
  printCategories(result)
  printRates(result, { dryRun: dryRun === true })
  if (broken) print`The file is damaged: ${broken}.`
  print`${dryRun ? 'would be: ' : ''}${COUNTS.map((name) => `${name} ${counts[name]}`).join(', ')}`
  if (unlisted) printUnlisted(unlisted)
  if (dryRun) print`Nothing was done.`
}

function printCategories({ unknownCategories }: ImportResult): void {
  for (const { name, rows, line } of unknownCategories) {
    const where = `${formatCount(rows, 'row')} without a category, the first on line ${line}`
    if (name === null) print`categories is not a JSON list of texts: ${where}`
    else print`category ‘${truncate(name, 60)}’ is not one of ours: ${where}`
  }
  const named = unknownCategories.find(({ name }) => name !== null)
  if (named) print`--category "${truncate(named.name!, 60)}=Services" puts such rows into a category of ours.`
}

function printUnlisted(unlisted: Unlisted): void {
  const { offers, ended, problem } = unlisted
  if (ended || problem === null)
    print`no longer listed: ${formatShare(unlisted)}${offers ? (ended ? ', ended' : ', would end') : ''}`
  else print`${explainUnlisted(unlisted)}`
  if (!ended && offers) {
    print(
      table(unlisted.examples, [
        { head: 'ID', cell: ({ id }) => String(id), right: true },
        { head: 'NO LONGER LISTED', cell: ({ title }) => truncate(title, 60) },
      ]),
    )
    if (offers > unlisted.examples.length) print`and ${offers - unlisted.examples.length} more`
  }
}

const formatShare = ({ offers, live, ofLive }: Unlisted) =>
  `${formatCount(offers, 'offer')} (${live} of ${ofLive} live ones)`

/** Throws RefusedCommand if ending the unlisted offers is probably a mistake. */
export function requireEnding(unlisted: Unlisted): void {
  if (unlisted.problem) throw new RefusedCommand(`${explainUnlisted(unlisted)} Nothing was done.`)
}

export function explainUnlisted(unlisted: Unlisted): string {
  const would = `The feed no longer lists ${formatShare(unlisted)}`
  switch (unlisted.problem) {
    case 'unusable':
      return `${would}, but no row of it could be used: an empty feed ends nothing.`
    case 'unnamed':
      return `${would}, but rows that were refused say no id and may be these. --dry-run shows them, --yes ends the offers anyway.`
    case 'too-many':
      return `${would}, more than ${MOST_ENDED} percent. --dry-run shows them, --yes ends them anyway.`
    default:
      return `${would}.`
  }
}
