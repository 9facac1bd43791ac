/** Writes docs/commands.md from the operations. */
import { TOPICS } from '~/operations/topics'

const HEAD = `# Commands

Written by \`npx vitest run tests/operations/reference.test.ts --update\` from app/operations. \`dealdwaar COMMAND --help\` explains one; commands that only a shell needs are
in [operations.md](operations.md).

`

/** A line for each topic, with the names of its operations. */
export async function writeReference(): Promise<string> {
  const lines = Object.entries(TOPICS).map(async ([topic, { load }]) => {
    const names = (await load()).topic.operations.map(({ name }) => `\`${name}\``)
    return `- **${topic}**: ${names.join(', ')}\n`
  })
  return HEAD + (await Promise.all(lines)).join('')
}
