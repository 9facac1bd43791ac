/** `audit`: do the books balance? */
import { Command } from 'commander'
import { countDefects, findDefects, type Defect } from '~/wallet/audit.server'
import { counted, table, type Column } from './shown'
import { say, sayJson } from './terminal'
import { findSteeringTexts } from './stored-texts'

export function auditCommand(): Command {
  return new Command('audit')
    .description(
      'check that the books balance and that no stored text steers a terminal; ends with 1 otherwise',
    )
    .option('--json', 'for scripts: one JSON list: each check that found defects, how many, and examples')
    .addHelpText(
      'after',
      '\nExample, for a nightly run:\n  $ npm run -s ops -- audit --json > audit.json || alert',
    )
    .action(audit)
}

async function audit({ json }: { json?: boolean }): Promise<void> {
  const defects = [...(await findDefects()), ...(await findSteeringTexts())]
  if (defects.length) process.exitCode = 1
  if (json) return sayJson(defects)
  if (!defects.length) return say`The books balance: no defect.`
  const total = counted(countDefects(defects), 'defect')
  say`${table(defects, COLUMNS)}\n\n${total}. Stop payouts until each is explained.`
}

const COLUMNS: readonly Column<Defect>[] = [
  { head: 'CHECK', cell: ({ check }) => check },
  { head: 'DEFECTS', cell: ({ count }) => String(count), right: true },
  { head: 'FOR EXAMPLE', cell: ({ subject }) => subject },
  { head: 'DETAIL', cell: ({ detail }) => detail },
  { head: 'WHAT TO DO', cell: ({ next }) => next },
]
