// oxlint rule `money/no-float`, beside TypeScript: no conversion to number, no fraction, no Math, no division but by a bigint literal.

const MAKERS = new Set(['Number', 'parseFloat', 'parseInt'])
const METHODS = new Set(['toFixed', 'toPrecision', 'toExponential', 'parseFloat', 'parseInt'])
const SQL_FLOAT = /::\s*(?:float|real|double)|\bcast\s*\([^)]*\bas\s+(?:float|real|double)/i

/** @typedef {{ type: string, [key: string]: any }} Node */

/** @param {Node} node */
const isBigint = (node) => node.type === 'Literal' && typeof node.bigint === 'string'

/** @param {Node} callee */
const getCalleeName = (callee) =>
  callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' ? callee.property.name : ''

const rule = {
  create(/** @type {{ report(finding: { node: Node, message: string }): void }} */ context) {
    const refuse = (/** @type {Node} */ node, /** @type {string} */ what) =>
      context.report({
        node,
        message: `${what}: money is counted in whole paise, as bigint (app/platform/formats/money.ts).`,
      })
    return {
      Literal(/** @type {Node} */ node) {
        if (typeof node.value !== 'number') return
        if (!Number.isSafeInteger(node.value) || /^[\d_]*\.|^[\d_.]+e/i.test(node.raw))
          refuse(node, 'A number with a fraction')
      },
      CallExpression(/** @type {Node} */ { callee }) {
        const name = getCalleeName(callee)
        const made = callee.type === 'Identifier' ? MAKERS.has(name) : METHODS.has(name)
        if (made) refuse(callee, `${name}()`)
      },
      MemberExpression(/** @type {Node} */ { object }) {
        if (object.type === 'Identifier' && object.name === 'Math') refuse(object, 'Math')
      },
      UnaryExpression(/** @type {Node} */ node) {
        if (node.operator === '+') refuse(node, 'A unary plus')
      },
      BinaryExpression(/** @type {Node} */ node) {
        if (node.operator === '/' && !isBigint(node.right))
          refuse(node, 'A division by what may be no bigint')
      },
      AssignmentExpression(/** @type {Node} */ node) {
        if (node.operator === '/=' && !isBigint(node.right))
          refuse(node, 'A division by what may be no bigint')
      },
      TemplateElement(/** @type {Node} */ node) {
        if (SQL_FLOAT.test(node.value.raw)) refuse(node, 'A floating type')
      },
    }
  },
}

export default { meta: { name: 'money' }, rules: { 'no-float': rule } }
