/** Writes docs/commands.md from the operations. */
import type { Operation } from '~/operations/operation'
import { TOPICS } from '~/operations/topics'

const HEAD = `# Commands

Written by \`npx vitest run tests/operations/reference.test.ts --update\` from the definitions in app/operations. \`dealdwaar COMMAND --help\` prints the options. Lists
have \`--limit\`, \`--csv\` and \`--json\`; changes and jobs have \`--dry-run\`, \`--json\` and, where they ask first, \`--yes\`. Commands that only a shell needs are in
[operations.md](operations.md).
`

/** A table for each topic: what each operation does, its kind and role, and whether it asks first. */
export async function writeReference(): Promise<string> {
  const parts = [HEAD]
  for (const [word, { about, load }] of Object.entries(TOPICS)) {
    const rows = (await load()).topic.operations.map(describe)
    parts.push(
      `## ${word}\n\n${about}\n\n| command | does | kind, role |\n|---|---|---|\n${rows.join('\n')}\n`,
    )
  }
  return parts.join('\n')
}

const ASKS = { none: '', ask: '; asks on a terminal', money: '; asks, needs --yes in a script' }

function describe(operation: Operation): string {
  const { name, summary, role, kind } = operation
  const ask =
    'confirm' in operation ? ASKS[typeof operation.confirm === 'string' ? operation.confirm : 'money'] : ''
  return `| \`${name}\` | ${summary.replaceAll('|', '\\|')} | ${kind}, ${role}${ask} |`
}
