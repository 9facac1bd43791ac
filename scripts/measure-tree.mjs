// How far a reader must go in a tree of sources, for `npm run figures`; by TypeScript's own parser, resolution and symbols.
import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** @import { Flow, FlowFigures, TreeFigures, TreePlan } from './types' */

/** What Remix asks of a route module is no name of ours. */
const ROUTE_EXPORTS = new Set(
  'action clientAction clientLoader ErrorBoundary handle headers HydrateFallback Layout links loader meta shouldRevalidate'.split(
    ' ',
  ),
)

/** @param {string} root a folder with tsconfig.json, app/ and the plan's folders @param {TreePlan} plan @returns {TreeFigures} */
export function measureTree(root, plan) {
  const config = readConfig(root)
  const toName = (/** @type {string} */ file) => path.relative(root, file).replaceAll(path.sep, '/')
  const names = config.fileNames.filter((file) => !file.endsWith('.d.ts')).map(toName)
  const code = names.filter((name) => plan.folders.includes(name.split('/')[0] ?? ''))
  const tests = names.filter((name) => name.startsWith('tests/'))

  const program = ts.createProgram(
    code.map((name) => path.join(root, name)),
    config.options,
  )
  const getSource = (/** @type {string} */ name) =>
    program.getSourceFile(path.join(root, name)) ?? parse(path.join(root, name))
  const known = new Set(code)
  const cache = ts.createModuleResolutionCache(root, (file) => file, config.options)
  const findImports = (/** @type {string} */ name) => {
    const source = getSource(name)
    const found = listSpecifiers(source).map((specifier) =>
      ts.resolveModuleName(specifier, source.fileName, config.options, ts.sys, cache),
    )
    const files = found.flatMap(({ resolvedModule }) => resolvedModule?.resolvedFileName ?? []).map(toName)
    return new Set(files.filter((file) => known.has(file) && file !== name))
  }

  const imports = new Map(code.map((name) => [name, findImports(name)]))
  const importers = invert(imports)
  const tested = new Set(tests.flatMap((name) => [...findImports(name)]))
  return {
    files: code.length,
    flows: plan.flows.map((flow) => followFlow(flow, program, { root, toName, known, plan })),
    domains: measureDomains(code, importers, plan),
    oneImporter: code.filter((name) => importers.get(name)?.size === 1).length,
    testedModules: [...tested].filter((name) => name.startsWith('app/')).length,
    repeatedNames: findRepeatedNames(code, getSource, plan),
    circles: findCircles(imports),
  }
}

/** @param {string} root */
function readConfig(root) {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (/** @type {ts.Diagnostic} */ { messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  }
  const config = ts.getParsedCommandLineOfConfigFile(path.join(root, 'tsconfig.json'), {}, host)
  if (!config?.fileNames.length) throw new Error(`${root}: tsconfig.json names no file`)
  return config
}

/** @param {string} file */
const parse = (file) => ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)

/** Static, of types, dynamic and re-exporting. @param {ts.SourceFile} source */
function listSpecifiers(source) {
  /** @type {string[]} */
  const found = []
  const add = (/** @type {ts.Node | undefined} */ node) => {
    if (node && ts.isStringLiteralLike(node)) found.push(node.text)
  }
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier)
    else if (isDynamicImport(node)) add(node.arguments[0])
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** @param {ts.Node} node @returns {node is ts.CallExpression} */
const isDynamicImport = (node) =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword

/** @param {Map<string, Set<string>>} imports */
function invert(imports) {
  /** @type {Map<string, Set<string>>} */
  const importers = new Map([...imports.keys()].map((name) => [name, new Set()]))
  for (const [name, files] of imports) for (const file of files) importers.get(file)?.add(name)
  return importers
}

/** @param {string[]} code @param {Map<string, Set<string>>} importers @param {TreePlan} plan */
function measureDomains(code, importers, { domains, findRoom }) {
  return domains.flatMap((domain) => {
    const isInside = (/** @type {string} */ name) => findRoom(name).replace(/^domain\//, '') === domain
    const files = code.filter((name) => name.startsWith('app/') && isInside(name))
    const shown = files.filter((name) => [...(importers.get(name) ?? [])].some((by) => !isInside(by)))
    return files.length ? { domain, files: files.length, shown: shown.length } : []
  })
}

/** @param {string[]} code @param {(name: string) => ts.SourceFile} getSource @param {TreePlan} plan */
function findRepeatedNames(code, getSource, { findRoom }) {
  /** @type {Map<string, Set<string>>} */
  const exported = new Map()
  for (const file of code) {
    const isRoute = file === 'app/root.tsx' || findRoom(file) === 'routes'
    for (const name of getSource(file).statements.flatMap(listExports))
      if (!isRoute || !ROUTE_EXPORTS.has(name))
        exported.set(name, (exported.get(name) ?? new Set()).add(file))
  }
  return [...exported].flatMap(([name, files]) => (files.size > 1 ? { name, files: [...files] } : []))
}

/** Names that a statement exports and declares, without 'default'. @param {ts.Statement} statement @returns {string[]} */
function listExports(statement) {
  if (ts.isExportDeclaration(statement))
    return !statement.moduleSpecifier && statement.exportClause && ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : []
  const modifiers = ts.getCombinedModifierFlags(
    /** @type {ts.Declaration} */ (/** @type {ts.Node} */ (statement)),
  )
  if (!(modifiers & ts.ModifierFlags.Export) || modifiers & ts.ModifierFlags.Default) return []
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => listBound(name))
  const name = ts.getNameOfDeclaration(/** @type {ts.Declaration} */ (/** @type {ts.Node} */ (statement)))
  return name && ts.isIdentifier(name) ? [name.text] : []
}

/** @param {ts.BindingName} name @returns {string[]} */
const listBound = (name) =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? listBound(element.name) : []))

/** Groups of files of which each reaches each other (Tarjan). @param {Map<string, Set<string>>} imports @returns {string[][]} */
function findCircles(imports) {
  /** @typedef {{ name: string, index: number, low: number, isOpen: boolean }} State */
  /** @type {Map<string, State>} */
  const states = new Map()
  /** @type {State[]} */
  const open = []
  /** @type {string[][]} */
  const circles = []
  const visit = (/** @type {string} */ name) => {
    /** @type {State} */
    const state = { name, index: states.size, low: states.size, isOpen: true }
    states.set(name, state)
    open.push(state)
    for (const next of imports.get(name) ?? []) {
      const seen = states.get(next) ?? visit(next)
      if (seen.isOpen) state.low = Math.min(state.low, seen.low)
    }
    if (state.low === state.index) {
      const members = open.splice(open.indexOf(state))
      for (const member of members) member.isOpen = false
      if (members.length > 1) circles.push(members.map((member) => member.name))
    }
    return state
  }
  for (const name of imports.keys()) if (!states.has(name)) visit(name)
  return circles
}

/**
 * A definition is what stands at the top of a module and does something: no type. It reaches those that it names.
 *
 * @param {Flow} flow
 * @param {ts.Program} program
 * @param {{ root: string, toName: (file: string) => string, known: Set<string>, plan: TreePlan }} tree
 * @returns {FlowFigures}
 */
function followFlow({ name, entries }, program, { root, toName, known, plan }) {
  const checker = program.getTypeChecker()
  const getFile = (/** @type {ts.Node} */ node) => toName(node.getSourceFile().fileName)
  const isFollowed = (/** @type {ts.Node} */ node) =>
    known.has(getFile(node)) && !plan.skipped.some((pattern) => pattern.test(getFile(node)))

  /** @type {Map<ts.Node, number>} */
  const depths = new Map()
  const reach = (/** @type {ts.Symbol | undefined} */ symbol, /** @type {number} */ depth) => {
    for (const definition of listDefinitions(symbol, checker))
      if (!depths.has(definition) && isFollowed(definition)) depths.set(definition, depth)
  }
  for (const entry of entries) reach(findEntry(entry, name, program, root), 0)
  // A Map gives what is added while it is read, so nearer definitions come first.
  for (const [definition, depth] of depths)
    visitNames(definition, checker, (symbol) => reach(symbol, depth + 1))

  const definitions = [...depths.keys()]
  return {
    name,
    files: new Set(definitions.map(getFile)).size,
    definitions: definitions.length,
    lines: definitions.reduce((sum, node) => sum + node.getText().split('\n').length, 0),
    depth: Math.max(...depths.values()),
  }
}

/** @param {string[]} places alternatives @param {string} flow @param {ts.Program} program @param {string} root */
function findEntry(places, flow, program, root) {
  for (const place of places) {
    const [file = '', name = ''] = place.split(':')
    const source = program.getSourceFile(path.join(root, file))
    const checker = program.getTypeChecker()
    const module = source && checker.getSymbolAtLocation(source)
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name)
    if (symbol) return symbol
  }
  throw new Error(`${flow}: ${root} has none of ${places.join(', ')} (scripts/flows.mjs)`)
}

/** @param {ts.Symbol | undefined} symbol @param {ts.TypeChecker} checker */
function listDefinitions(symbol, checker) {
  if (!symbol) return []
  const named = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return (named.declarations ?? []).filter(isDefinition)
}

/** @param {ts.Node} node */
function isDefinition(node) {
  if (ts.isFunctionDeclaration(node)) return Boolean(node.body) && ts.isSourceFile(node.parent)
  if (ts.isClassDeclaration(node) || ts.isEnumDeclaration(node) || ts.isExportAssignment(node))
    return ts.isSourceFile(node.parent)
  const variable = ts.isBindingElement(node) ? ts.walkUpBindingElementsAndPatterns(node) : node
  return ts.isVariableDeclaration(variable) && ts.isSourceFile(variable.parent.parent.parent)
}

/** Each name in a definition that stands for a value. @param {ts.Node} definition @param {ts.TypeChecker} checker @param {(symbol: ts.Symbol | undefined) => void} found */
function visitNames(definition, checker, found) {
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
    if (ts.isShorthandPropertyAssignment(node)) found(checker.getShorthandAssignmentValueSymbol(node))
    // const { name } = await import('...')
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      found(checker.getTypeAtLocation(node.parent).getProperty((node.propertyName ?? node.name).getText()))
    else if (ts.isIdentifier(node)) found(checker.getSymbolAtLocation(node))
    ts.forEachChild(node, visit)
  }
  const binding = ts.isBindingElement(definition)
    ? ts.walkUpBindingElementsAndPatterns(definition)
    : definition
  ts.forEachChild(binding, visit)
}
