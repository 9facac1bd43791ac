// oxlint rules of the house.
// `house/imports`: a file imports only what its room may import (scripts/rooms.mjs), in whatever form, and nothing behind another's front.
// `house/names`: code says store and offer where tables, columns and the API say brand and campaign (docs/architecture.md), and a
// function's name has a verb: getStatus() instead of a noun with 'Of'.
import fs from 'node:fs'
import path from 'node:path'
import { findRoom, hasFronts, isDomain, mayImport, mayRender } from './rooms.mjs'

/** @typedef {{ type: string, [key: string]: any }} Node */

const RENDERING = /^(?:react|react-dom|@remix-run\/react)(?:\/|$)|\.css(?:\?|$)/
const ENDINGS = ['.server.ts', '.ts', '.tsx']

/** @param {string} specifier @param {string} file @returns {string | null} from the project's root; null: of a package */
function resolveImport(specifier, file) {
  const [name = ''] = specifier.split('?')
  if (name.startsWith('~/')) return path.posix.join('app', name.slice(2))
  // Vite takes it from the project's root.
  if (name.startsWith('/')) return path.posix.normalize(name.slice(1))
  return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : null
}

/** Folders around a module that have a front: a file of the folder's name beside it. @param {string} module @param {string} root */
const listPrivateFolders = (module, root) => {
  const parts = module.split('/')
  return parts
    .slice(2, -1)
    .map((_, i) => parts.slice(0, i + 3).join('/'))
    .filter((folder) => ENDINGS.some((ending) => fs.existsSync(path.join(root, folder + ending))))
}

/** What several fronts of a domain share lies in a folder without a front: private to the domain. @param {string} module @param {string} room */
const isInner = (module, room) => isDomain(room) && !/^app\/domain\/[^/]+\/[^/]+$/.test(module)

/** @param {string} file @param {string} folder */
const isBehindFront = (file, folder) =>
  file.startsWith(`${folder}/`) || ENDINGS.some((ending) => file === folder + ending)

/** Null: allowed. @param {string} file @param {string} specifier @param {string} root @returns {string | null} */
export function refuseImport(file, specifier, root) {
  const room = findRoom(file)
  if (RENDERING.test(specifier) && !mayRender(room))
    return `${room} may not import ${specifier}: views lie in components/ and routes/.`
  const target = resolveImport(specifier, file)
  if (target === null) return null
  const to = findRoom(target)
  if (!mayImport(room, to)) return `${room} may not import ${to} (scripts/rooms.mjs).`
  const folders = hasFronts(to) ? listPrivateFolders(target, root) : []
  const closed = folders.find((folder) => !isBehindFront(file, folder))
  if (closed) return `${closed}/ is private: import its front, ${closed}.`
  if (room !== to && hasFronts(to) && isInner(target, to))
    return `${target} is private to ${to}: import a front.`
  // Routes lie beside each other, and none imports its neighbour.
  if (room === 'routes' && to === 'routes' && !folders.length && !target.endsWith('.css'))
    return 'A route may not import another: what both need lies in components/ or http/.'
  return null
}

const imports = {
  create(
    /** @type {{ filename: string, cwd: string, report(finding: { node: Node, message: string }): void }} */ context,
  ) {
    const file = path.relative(context.cwd, context.filename).replaceAll(path.sep, '/')
    const check = (/** @type {Node | null | undefined} */ source) => {
      const message = typeof source?.value === 'string' ? refuseImport(file, source.value, context.cwd) : null
      if (source && message !== null) context.report({ node: source, message })
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

/** The objects of the tables have the tables' names. */
const TABLES = ['brands', 'campaigns']

/** A name with an underscore is a column's. @param {string} name */
const isOldName = (name) => /brand|campaign/i.test(name) && !name.includes('_') && !TABLES.includes(name)

/** A noun with 'Of', such as statusOf. @param {Node | null | undefined} name */
const isNounOf = (name) => name?.type === 'Identifier' && /^[a-z][a-z0-9]*Of$/.test(name.name)

const names = {
  create(/** @type {{ report(finding: { node: Node, message: string }): void }} */ context) {
    const checkFunction = (/** @type {Node | null | undefined} */ name) => {
      if (name && isNounOf(name))
        context.report({ node: name, message: `${name.name}: begin the name of a function with a verb.` })
    }
    return {
      FunctionDeclaration: (/** @type {Node} */ { id }) => checkFunction(id),
      VariableDeclarator(/** @type {Node} */ { id, init }) {
        if (/Function/.test(init?.type ?? '')) checkFunction(id)
      },
      Identifier(/** @type {Node} */ node) {
        const { parent } = node
        const isKey =
          (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
          (parent.key === node && !parent.computed && !parent.shorthand)
        if (!isKey && isOldName(node.name))
          context.report({ node, message: `${node.name}: say store for brand, offer for campaign.` })
      },
    }
  },
}

export default { meta: { name: 'house' }, rules: { imports, names } }
