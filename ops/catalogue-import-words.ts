import type { ImportResult, RowRefusal } from '~/catalog/feeds/import.server'
import { MOST_ENDED, type Unlisted } from '~/catalog/feeds/replace.server'
import { sayRates } from './rate-words'
import { counted, short, table } from './shown'
import { RefusedCommand, say } from './terminal'

const COUNTS = ['new', 'changed', 'unchanged', 'ended', 'hidden', 'refused'] as const

interface Manner {
  dryRun?: boolean
}

export function sayImport(result: ImportResult, refusals: readonly RowRefusal[], { dryRun }: Manner): void {
  const { broken, counts, unlisted } = result
  for (const { line, id, reason } of refusals)
    say`line ${line}${id === null ? '' : ` (id ${id})`} refused: ${reason}`
  sayCategories(result)
  sayRates(result, { dryRun: dryRun === true })
  if (broken) say`The file is damaged: ${broken}.`
  say`${dryRun ? 'would be: ' : ''}${COUNTS.map((name) => `${name} ${counts[name]}`).join(', ')}`
  if (unlisted) sayUnlisted(unlisted)
  if (dryRun) say`Nothing was done.`
}

function sayCategories({ unknownCategories }: ImportResult): void {
  for (const { name, rows, line } of unknownCategories) {
    const where = `${counted(rows, 'row')} without a category, the first on line ${line}`
    if (name === null) say`categories is not a JSON list of texts: ${where}`
    else say`category ‘${short(name, 60)}’ is not one of ours: ${where}`
  }
  const named = unknownCategories.find(({ name }) => name !== null)
  if (named) say`--category "${short(named.name!, 60)}=Services" puts such rows into a category of ours.`
}

function sayUnlisted(unlisted: Unlisted): void {
  const { offers, ended, problem } = unlisted
  if (ended || problem === null)
    say`no longer listed: ${shareOf(unlisted)}${offers ? (ended ? ', ended' : ', would end') : ''}`
  else say`${explainUnlisted(unlisted)}`
  if (!ended && offers) {
    say(
      table(unlisted.examples, [
        { head: 'ID', cell: ({ id }) => String(id), right: true },
        { head: 'NO LONGER LISTED', cell: ({ title }) => short(title, 60) },
      ]),
    )
    if (offers > unlisted.examples.length) say`and ${offers - unlisted.examples.length} more`
  }
}

const shareOf = ({ offers, live, ofLive }: Unlisted) =>
  `${counted(offers, 'offer')} (${live} of ${ofLive} live ones)`

/** Throws RefusedCommand if ending the unlisted offers is probably a mistake. */
export function requireEnding(unlisted: Unlisted): void {
  if (unlisted.problem) throw new RefusedCommand(`${explainUnlisted(unlisted)} Nothing was done.`)
}

export function explainUnlisted(unlisted: Unlisted): string {
  const would = `The feed no longer lists ${shareOf(unlisted)}`
  switch (unlisted.problem) {
    case 'unusable':
      return `${would}, but no row of it could be used: an empty feed ends nothing.`
    case 'unnamed':
      return `${would}, but rows that were refused say no id and may be these. --dry-run shows them, --yes ends the offers all the same.`
    case 'too-many':
      return `${would}, more than ${MOST_ENDED} percent. --dry-run shows them, --yes ends them all the same.`
    default:
      return `${would}.`
  }
}
