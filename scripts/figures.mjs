// `npm run figures`: how far a reader must go in this tree, and in an earlier one (scripts/flows.mjs). A report: nothing fails by it.
// With --list also the names and circles that it counts.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { COMPARED_COMMIT, DOMAINS, FLOWS, FOLDERS, SKIPPED } from './flows.mjs'
import { measureTree } from './measure-tree.mjs'
import { findRoom } from './rooms.mjs'

/** @import { TreeFigures } from './types' */

const measure = (/** @type {string} */ root) =>
  measureTree(root, { folders: FOLDERS, flows: FLOWS, skipped: SKIPPED, domains: DOMAINS, findRoom })

/** @param {string} commit @returns {TreeFigures | null} null: this clone does not have it */
function measureCommit(commit) {
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status !== 0) return null
  // The real path: symbols are compared by it.
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-figures-')))
  try {
    const archive = execFileSync('git', ['archive', commit], { maxBuffer: Infinity })
    execFileSync('tar', ['-x', '-C', root], { input: archive })
    fs.symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'))
    return measure(root)
  } finally {
    fs.rmSync(root, { recursive: true, force: true })
  }
}

const here = measure(process.cwd())
const before = measureCommit(COMPARED_COMMIT)
const trees = before ? [here, before] : [here]
console.log(
  before
    ? `This tree / commit ${COMPARED_COMMIT}`
    : `This tree alone: this clone does not have commit ${COMPARED_COMMIT}, with which it is compared.`,
)

/** @param {(tree: TreeFigures) => string | number | undefined} read */
const both = (read) => trees.map((tree) => read(tree) ?? '-').join(' / ')
const percent = (/** @type {number} */ part, /** @type {number} */ whole) =>
  `${whole ? Math.round((100 * part) / whole) : 0} %`

/** @param {string} title @param {string[]} heads @param {[string, ...string[]][]} rows */
function printTable(title, heads, rows) {
  const table = [[title, ...heads], ...rows]
  const widths = table[0]?.map((_head, i) => Math.max(...table.map((row) => row[i]?.length ?? 0))) ?? []
  console.log()
  for (const row of table)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('   ')
        .trimEnd(),
    )
}

printTable(
  'Reached from',
  ['files', 'definitions', 'lines', 'depth'],
  FLOWS.map(({ name }, i) => [
    name,
    both(({ flows }) => flows[i]?.files),
    both(({ flows }) => flows[i]?.definitions),
    both(({ flows }) => flows[i]?.lines),
    both(({ flows }) => flows[i]?.depth),
  ]),
)

/** @param {TreeFigures} tree @param {string} name */
const find = (tree, name) => tree.domains.find(({ domain }) => domain === name)
printTable(
  'Domain',
  ['files', 'imported from outside'],
  DOMAINS.filter((name) => trees.some((tree) => find(tree, name))).map((name) => [
    name,
    both((tree) => find(tree, name)?.files),
    both((tree) => {
      const found = find(tree, name)
      return found && percent(found.shown, found.files)
    }),
  ]),
)

printTable(
  'The whole',
  [],
  [
    ['files', both(({ files }) => files)],
    ['files with one importer', both(({ oneImporter, files }) => percent(oneImporter, files))],
    ['modules of app/ that tests import', both(({ testedModules }) => testedModules)],
    ['names exported from two files', both(({ repeatedNames }) => repeatedNames.length)],
    ['circles of imports, types included', both(({ circles }) => circles.length)],
  ],
)

if (process.argv.includes('--list')) {
  console.log('\nNames exported from two files of this tree:')
  for (const { name, files } of here.repeatedNames.toSorted((a, b) => b.files.length - a.files.length))
    console.log(`  ${name}: ${files.join(', ')}`)
  console.log('\nCircles of imports in this tree:')
  for (const members of here.circles) console.log(`  ${members.toSorted().join(', ')}`)
}
