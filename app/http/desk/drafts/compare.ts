import type { AnswerView, TableView } from '../views/view'

const MOST = 20

/** Sentences such as 'amount: Rs. 100.00, now Rs. 90.00'. */
export function listDifferences(before: AnswerView, now: AnswerView): string[] {
  const effect = before.effect === now.effect ? [] : [`${before.effect ?? ''}; now: ${now.effect ?? ''}`]
  const old = new Map(before.facts.map(({ title, text }) => [title, text]))
  const titles = new Set([...old.keys(), ...now.facts.map(({ title }) => title)])
  const facts = [...titles].flatMap((title) => {
    const text = now.facts.find((fact) => fact.title === title)?.text ?? 'none'
    const earlier = old.get(title) ?? 'none'
    return earlier === text ? [] : [`${title}: ${earlier}, now ${text}`]
  })
  const rows = now.tables.flatMap((table) =>
    compareRows(
      before.tables.find(({ name }) => name === table.name),
      table,
    ),
  )
  const all = [...effect, ...facts, ...rows]
  return all.length > MOST ? [...all.slice(0, MOST), `and ${all.length - MOST} more`] : all
}

function compareRows(before: TableView | undefined, now: TableView): string[] {
  const write = (table: TableView | undefined) =>
    new Set(table?.rows.map((row) => row.map(({ text }) => text).join(' · ')))
  const [old, current] = [write(before), write(now)]
  return [
    ...[...old].filter((row) => !current.has(row)).map((row) => `no longer: ${row}`),
    ...[...current].filter((row) => !old.has(row)).map((row) => `now: ${row}`),
  ]
}
