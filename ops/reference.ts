/** Writes docs/commands.md from the operations. */
import { TOPICS } from '~/desk/topics'

const HEAD = `# Commands

Written by \`npx vitest run tests/operations/reference.test.ts --update\` from app/desk, with the role that each needs. \`dealdwaar COMMAND --help\` explains one;
commands that only a shell needs are in [operations.md](operations.md).
`

export async function buildReference(): Promise<string> {
  const parts = Object.entries(TOPICS).map(async ([topic, { load }]) => {
    const lines = (await load()).topic.operations.map(
      ({ name, role, summary }) => `- \`${name}\` (${role}): ${summary}\n`,
    )
    return `\n## ${topic}\n\n${lines.join('')}`
  })
  return HEAD + (await Promise.all(parts)).join('')
}
