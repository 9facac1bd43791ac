/** Every planted corruption, and the table of their outcomes. */
import { ADJUSTMENTS } from './adjustments'
import { DROPPED_CONSTRAINTS } from './constraints'
import { FACTS } from './facts'
import { GUARDS } from './guards'
import { MISSED } from './missed'
import { MORE } from './more'
import { after, outcomesOf, type Corruption } from './plant'
import { PERIODS } from './periods'
import { SEALED } from './sealed'
import { BANK, SETTLEMENTS } from './settlements'
import { SUMS } from './sums'

export const CORRUPTIONS: readonly Corruption[] = [
  ...SUMS,
  ...MISSED,
  ...GUARDS,
  ...DROPPED_CONSTRAINTS,
  ...SEALED,
  ...MORE,
  ...ADJUSTMENTS,
  ...SETTLEMENTS,
  ...BANK,
  ...PERIODS,
  ...FACTS,
]

/** The file with the table, and the command that writes it. */
export const TABLE_FILE = 'docs/corruptions.md'
export const TABLE_COMMAND = 'npm run prove -- --only corruptions --record'

export const GENERATED = `
## Made from the schema

Each column of each table that decides about money, changed in one row in every way that its type allows, each row deleted and
copied, with the triggers disabled (\`tests/wallet/corruptions/generated.ts\`). "harmless": moves no money, now or later;
\`harmless.ts\` beside it has the reasons, and names the tables that are left out. What constraints make impossible is not counted.

`

export interface Outcomes {
  refused: number
  found: number
  /** Names of those that the database accepts and the audit misses. */
  missed: string[]
  /** A Markdown document. */
  table: string
}

/** Plants each corruption by itself in the books of createSampleBooks() and undoes it. */
export async function plantAll(progress: (done: number) => void): Promise<Outcomes> {
  const rows: [string, string][] = []
  const outcomes: Omit<Outcomes, 'table'> = { refused: 0, found: 0, missed: [] }
  for (const { name, plant } of CORRUPTIONS) {
    const answer = await after(plant)
    const said = outcomesOf(answer)
    if ('refused' in answer) outcomes.refused++
    else if (said.length > 0) outcomes.found++
    else outcomes.missed.push(name)
    rows.push([name, 'refused' in answer ? 'refused' : said.join(', ') || '**missed**'])
    progress(rows.length)
  }
  return { ...outcomes, table: tableOf(rows, outcomes) }
}

const tableOf = (
  rows: [string, string][],
  { refused, found, missed }: Omit<Outcomes, 'table'>,
) => `# Corruptions planted in the books

Printed by \`${TABLE_COMMAND}\`. Each corruption is planted by itself in books that the application made, then undone. "refused": the
database rejects the statement. Otherwise the checks of \`dealdwaar audit\` that report it. "triggers off": with
\`session_replication_role = replica\`, as a database superuser can do.

${rows.length} corruptions: ${refused} refused, ${found} found, ${missed.length} missed.

| corruption | outcome |
| --- | --- |
${rows.map(([name, outcome]) => `| ${name} | ${outcome} |`).join('\n')}
`
