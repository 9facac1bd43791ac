import type { CellReader } from '~/desk/cells'
import { describeRows } from '~/desk/columns'
import {
  readText,
  type Answer,
  type Change,
  type JobAnswer,
  type Present,
  type Remark,
} from '~/desk/operation'
import { showFact } from '~/desk/show'
import type { CliOptions } from './cli-options'
import { printAnswer, type TableLayout } from './render'
import { print } from './terminal'

type Found = Present & { version: string }

/** `effect`: the version where no record is changed. */
export function addPresent(
  preview: Change | JobAnswer,
  present: Found | null,
  effect: string,
): Change | JobAnswer {
  const { values, version } = present ?? { values: [], version: effect }
  const columns = values.map(({ name, title, kind, value }) => ({ name, title, kind, value: () => value }))
  const table = describeRows('present', columns, [null], { isOne: true, only: 'data' })
  return {
    ...preview,
    facts: [...(preview.facts ?? []), { name: 'version', kind: 'text', value: version, only: 'data' }],
    tables: [...(preview.tables ?? []), ...(present ? [table] : [])],
  }
}

export function printPresent(present: Found | null, effect: string, reader: CellReader): void {
  if (!present) return print`\nVersion ${effect}.`
  const { values, version } = present
  const texts = values.map((fact) => `${fact.name} ${showFact(fact, reader) || 'none'}`)
  print`\nNow: ${texts.join(', ')}; version ${version}.`
}

export function removeSeen<A extends Answer>(answer: A, preview: Answer | undefined): A {
  if (!preview) return answer
  const { facts = [], notes = [], problems = [] } = answer
  const isNew = (seen: readonly Remark[] = []) => {
    const texts = new Set(seen.map(readText))
    return (remark: Remark) => !texts.has(readText(remark))
  }
  return {
    ...answer,
    facts: facts.filter(({ isAssigned }) => isAssigned),
    tables: [],
    notes: notes.filter(isNew(preview.notes)),
    frame: undefined,
    problems: problems.filter(isNew(preview.problems)),
  }
}

export async function printPreview(
  preview: Change | JobAnswer,
  reader: CellReader,
  options: CliOptions & TableLayout,
): Promise<void> {
  const content = { ...preview, next: [] }
  if (options.json)
    return options.dryRun
      ? printAnswer(content, reader, options, { done: false, effect: preview.effect })
      : undefined
  if (options.csv) return options.dryRun ? printAnswer(content, reader, options) : undefined
  print`${preview.effect}.`
  await printAnswer(content, reader, { ...options, follows: 'effect' })
}
