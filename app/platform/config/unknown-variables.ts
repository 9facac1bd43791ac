import { variables } from './env-variables'

const KNOWN = Object.keys(variables.shape)
/** Shorter names resemble too many names of other programs. */
const SHORTEST = 6

/** A sentence for each name that is none of ours and is spelled nearly like one. */
export function describeUnknownVariables(names: readonly string[]): string[] {
  const known = new Set(KNOWN)
  return names
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = KNOWN.find((one) => isNearly(name, one))
      return meant ? [`the variable ${name} is unknown and has no effect: did you mean ${meant}?`] : []
    })
}

/** At most one letter differs or is swapped with its neighbour, in long names two. */
function isNearly(name: string, known: string): boolean {
  if (known.length < SHORTEST || Math.abs(name.length - known.length) > 2) return false
  return countEdits(name.toUpperCase(), known) <= (known.length < 2 * SHORTEST ? 1 : 2)
}

/** Insertions, deletions, replacements and swaps of two neighbours that make `to` from `from`. */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        row[j - 1]! + 1,
        rows[i - 1]![j]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwap ? rows[i - 2]![j - 2]! + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}
