import type { Statement } from './statement'

export type Result = 'holds' | 'fails'

/** To standard output, so that a reporter of the tests does not wrap it. */
export function printTable(all: Statement[], results: Map<string, Result>): void {
  const rows = all.map(({ section, text, ownServer }) => {
    const result =
      results.get(`${section}: ${text}`) ?? (ownServer ? `own server alone: ${ownServer}` : 'was not reached')
    return { section, text, result }
  })
  const width = Math.max(...rows.map(({ section }) => section.length))
  const sums = new Map<string, number>()
  for (const { section, text, result } of rows) {
    sums.set(result, (sums.get(result) ?? 0) + 1)
    process.stdout.write(`${section.padEnd(width)}  ${text}  ${result}\n`)
  }
  const sum = [...sums].map(([result, n]) => `${n} ${result}`).join('; ')
  process.stdout.write(`\n${rows.length} statements: ${sum}\n`)
}
