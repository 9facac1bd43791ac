// oxlint rule `house/imports`: a file imports only what its room may import (scripts/rooms.mjs), in whatever form.
import path from 'node:path'
import { findRoom, ROOMS } from './rooms.mjs'

/** @typedef {{ type: string, [key: string]: any }} Node */

/** @param {string} specifier @param {string} file @returns {string | null} from the project's root; null: of a package */
function resolveImport(specifier, file) {
  const [name = ''] = specifier.split('?')
  if (name.startsWith('~/')) return path.posix.join('app', name.slice(2))
  // Vite takes it from the project's root.
  if (name.startsWith('/')) return path.posix.normalize(name.slice(1))
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : null
}

const rule = {
  create(
    /** @type {{ filename: string, cwd: string, report(finding: { node: Node, message: string }): void }} */ context,
  ) {
    const file = path.relative(context.cwd, context.filename).replaceAll(path.sep, '/')
    const room = findRoom(file)
    const check = (/** @type {Node | null | undefined} */ source) => {
      const target = typeof source?.value === 'string' ? resolveImport(source.value, file) : null
      if (source == null || target === null) return
      const to = findRoom(target)
      // Routes lie beside each other, and none imports its neighbour.
      const isInside = to === room && (room !== 'routes' || target.endsWith('.css'))
      if (isInside || ROOMS[room]?.includes(to)) return
      context.report({ node: source, message: `${room} may not import ${to} (scripts/rooms.mjs).` })
    }
    const checkSource = (/** @type {Node} */ node) => check(node.source)
    /** What is computed as a whole is an address of the build. */
    const checkDynamic = (/** @type {Node} */ { source }) => {
      const [first] = source.quasis ?? []
      check(first ? { ...source, value: first.value.cooked } : source)
    }
    return {
      ImportDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      ImportExpression: checkDynamic,
      TSImportEqualsDeclaration: (/** @type {Node} */ node) => check(node.moduleReference?.expression),
      TSImportType: (/** @type {Node} */ node) =>
        check(node.source ?? node.argument?.literal ?? node.argument),
    }
  },
}

export default { meta: { name: 'house' }, rules: { imports: rule } }
