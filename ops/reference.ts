/** Writes docs/commands.md from the operations. */
import { listFields, toFlag } from '~/operations/command-text'
import type { FieldFacts } from '~/operations/field'
import type { Operation } from '~/operations/operation'
import { TOPICS } from '~/operations/topics'

const HEAD = `# Commands

Written by \`npx vitest run tests/operations/reference.test.ts --update\` from the definitions in app/operations. Lists have \`--limit\`, \`--csv\` and
\`--json\`; changes and jobs have \`--dry-run\`, \`--json\` and, where they ask first, \`--yes\`. Commands that only a shell needs are in
docs/operations.md and in \`dealdwaar --help\`.
`

export async function writeReference(): Promise<string> {
  const parts = [HEAD]
  for (const [word, { about, load }] of Object.entries(TOPICS)) {
    parts.push(`## ${word}\n\n${about}\n`)
    for (const operation of (await load()).topic.operations) parts.push(describe(operation))
  }
  return parts.join('\n')
}

const ASKS = { none: '', ask: ', asks on a terminal', money: ', asks first and needs --yes in a script' }

function describe(operation: Operation): string {
  const { name, summary, role, kind } = operation
  const fields = listFields(operation)
  const rows = [
    ...fields.map(([field, facts]): [string, string] => [writeField(field, facts), facts.description]),
    ...(operation.uncovers
      ? [['--show', `show ${operation.uncovers}; this is logged`] as [string, string]]
      : []),
  ]
  const table = rows.map(([field, about]) => `| \`${field}\` | ${about.replaceAll('|', '\\|')} |`).join('\n')
  const ask =
    'confirm' in operation ? ASKS[typeof operation.confirm === 'string' ? operation.confirm : 'money'] : ''
  return `### \`${name}\`\n\n${summary} (${kind}, ${role}${ask})\n${rows.length ? `\n| | |\n|---|---|\n${table}\n` : ''}`
}

function writeField(
  field: string,
  { place, kind, placeholder, many, isRequired }: FieldFacts & { isRequired: boolean },
) {
  const dots = many ? '...' : ''
  const word = place === 'argument' ? `${field}${dots}` : `${placeholder ?? field}${dots}`
  if (place === 'argument') return isRequired ? `<${word}>` : `[${word}]`
  return kind === 'yes' ? toFlag(field) : `${toFlag(field)} <${word}>`
}
