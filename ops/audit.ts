/** `audit`: do the books balance? */
import { Command } from 'commander'
import { findDefects } from '~/wallet/audit.server'
import { counted, say, sayJson, table } from './terminal'

export function auditCommand(): Command {
  return new Command('audit')
    .description('check that the books balance; ends with 1 when they do not')
    .option('--json', 'for scripts: one JSON list of defects')
    .addHelpText(
      'after',
      '\nExample, for a nightly run:\n  $ npm run -s ops -- audit --json > audit.json || alert',
    )
    .action(audit)
}

async function audit({ json }: { json?: boolean }): Promise<void> {
  const defects = await findDefects()
  if (defects.length) process.exitCode = 1
  if (json) return sayJson(defects)
  if (!defects.length) return say('The books balance: no defect.')
  const columns = [
    { head: 'CHECK', cell: (d: (typeof defects)[number]) => d.check },
    { head: 'ABOUT', cell: (d: (typeof defects)[number]) => d.subject },
    { head: 'DETAIL', cell: (d: (typeof defects)[number]) => d.detail },
  ]
  say(
    `${table(defects, columns)}\n\n${counted(defects.length, 'defect')}. Stop payouts until it is explained.`,
  )
}
