// oxlint rule `regexps/no-super-linear`: a regular expression whose time grows faster than its input, found by scslre without a clock.
import { analyse } from 'scslre'

/** @type {Map<string, string | null>} */
const known = new Map()

/** @param {string} source @param {string} flags @returns {string | null} what is wrong, null: nothing */
function findFault(source, flags) {
  const key = `/${source}/${flags}`
  if (!known.has(key)) known.set(key, describeFault(source, flags))
  return known.get(key) ?? null
}

/** @param {string} source @param {string} flags */
function describeFault(source, flags) {
  const [worst] = analyse({ source, flags }).reports.sort(
    (a, b) => Number(b.exponential) - Number(a.exponential),
  )
  if (!worst) return null
  const growth = worst.exponential ? 'exponentially' : 'with the square of its input'
  return worst.type === 'Move'
    ? `Its time grows ${growth}: each place of a long run is tried as the beginning.`
    : `Its time grows ${growth}: two of its quantifiers can match the same text.`
}

const rule = {
  create(/** @type {{ report(finding: { node: object, message: string }): void }} */ context) {
    return {
      Literal(/** @type {{ regex?: { pattern: string, flags: string } }} */ node) {
        if (!node.regex) return
        const message = findFault(node.regex.pattern, node.regex.flags)
        if (message) context.report({ node, message })
      },
    }
  },
}

export default { meta: { name: 'regexps' }, rules: { 'no-super-linear': rule } }
