/** What a change or a job would do, before it is done. */
import type { Reader } from '~/operations/cells'
import { describeTable } from '~/operations/columns'
import type { Answer, Change, JobAnswer } from '~/operations/operation'
import type { readPresent } from '~/operations/present.server'
import type { CliOptions } from './cli-options'
import { printAnswer } from './render'
import { print } from './terminal'

/** Adds what the record is now, for those who look before they change it. */
export function withPresent(preview: Change, present: Awaited<ReturnType<typeof readPresent>>): Change {
  if (!present) return preview
  const { subject, values, version } = present
  const table = describeTable({
    name: 'present',
    title: `Now: ${subject}, version ${version}`,
    columns: values.map(({ value, ...column }) => ({ ...column, value: () => value })),
    rows: [null],
    isOne: true,
  })
  return {
    ...preview,
    facts: [...(preview.facts ?? []), { name: 'version', kind: 'text', value: version, only: 'data' }],
    tables: [...(preview.tables ?? []), table],
  }
}

/** What the preview had is not shown again. */
export function withoutSeen<A extends Answer>(answer: A, preview: Answer | undefined): A {
  if (!preview) return answer
  const { facts = [], notes = [], problems = [] } = answer
  return {
    ...answer,
    facts: facts.filter(({ isAssigned }) => isAssigned),
    tables: [],
    notes: notes.filter((note) => !preview.notes?.includes(note)),
    problems: problems.filter((problem) => !preview.problems?.includes(problem)),
  }
}

export async function printPreview(
  preview: Change | JobAnswer,
  reader: Reader,
  options: CliOptions,
): Promise<void> {
  const shown = { ...preview, facts: preview.facts?.filter(({ isAssigned }) => !isAssigned), next: [] }
  if (options.json)
    return options.dryRun
      ? printAnswer(shown as never, reader, options, { done: false, effect: preview.effect })
      : undefined
  if (options.csv) return options.dryRun ? printAnswer(shown as never, reader, options) : undefined
  print`${preview.effect}.`
  await printAnswer(shown as never, reader, { ...options, follows: 'effect' })
}
