// `npm run figures`: how large the code's parts are, beside the targets of this project and four open-source projects.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { countFile, quantile } from './count-code.mjs'

const FOLDERS = ['app', 'server', 'ops', 'environment', 'embedded', 'scripts']

/** Counted on 21 Nov 2026 by another script: they show the order of magnitude. */
const ANCHORS = {
  'Remix Bookstore': ['56 / 135 / 333', '15 / 69 / 112', '0.26', '0.6', '1 / 4'],
  'Remix Trellix': ['50 / 139 / 149', '13 / 87 / 116', '0', '1.1', '9 / 13'],
  Fizzy: ['24 / 100 / 282', '3 / 14 / 75', '1.31', '1.8', '47'],
  'Epic Stack': ['62 / 271 / 371', '16 / 85 / 148', '0.27', '2.5', '72 / 43'],
}
const TARGETS = ['- / - / -', '- / - / 60', '1', '3', '-']

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => /\.(?:ts|tsx|mjs)$/.test(name) && !name.endsWith('.d.ts') && fs.existsSync(name))
  .map((name) => ({ name, ...countFile(name, fs.readFileSync(name, 'utf8')) }))

/** @param {string} folder */
const below = (folder) => files.filter(({ name }) => name.startsWith(`${folder}/`))
const code = FOLDERS.filter((folder) => folder !== 'scripts').flatMap(below)
const tests = below('tests')

/** @param {typeof files} list @param {'lines' | 'filled' | 'comments' | 'docstrings' | 'any' | 'suppressions' | 'casts' | 'nonNull'} what */
const sum = (list, what) => list.reduce((total, file) => total + file[what], 0)
/** @param {typeof files} list */
const commentShare = (list) => (100 * sum(list, 'comments')) / sum(list, 'filled')
/** @param {typeof files} list */
const docstringShare = (list) => (100 * sum(list, 'docstrings')) / sum(list, 'filled')

const lines = code.map((file) => file.lines)
const functions = code
  .flatMap(({ name, functions }) => functions.map((one) => ({ ...one, file: name })))
  .toSorted((a, b) => b.lines - a.lines)
const lengths = functions.map((one) => one.lines)
const ratio = sum(tests, 'lines') / sum(code, 'lines')
const largest = code.toSorted((a, b) => b.lines - a.lines)
const packs = ['package.json', 'tests/package.json'].map((file) => JSON.parse(fs.readFileSync(file, 'utf8')))
const packages = (/** @type {string} */ kind) => packs.flatMap((pack) => Object.keys(pack[kind] ?? {})).length

/** @param {number[]} values */
const spread = (values) => [0.5, 0.95, 1].map((share) => quantile(values, share)).join(' / ')
const ours = [
  spread(lines),
  spread(lengths),
  ratio.toFixed(2),
  commentShare(code).toFixed(1),
  `${packages('dependencies')} / ${packages('devDependencies')}`,
]

const ROWS = [
  'lines of a file, median / 95% / most',
  'lines of a function, median / 95% / most',
  'lines of tests to lines of code',
  'comment lines in 100',
  'dependencies, run / dev',
]
const columns = { DealDwaar: ours, target: TARGETS, ...ANCHORS }
const first = Math.max(...ROWS.map((row) => row.length))
const widths = Object.entries(columns).map(([name, cells]) =>
  Math.max(name.length, ...cells.map((cell) => cell.length)),
)
/** @param {string} name @param {string[]} cells */
const line = (name, cells) =>
  console.log(
    [name.padEnd(first), ...cells.map((cell, i) => cell.padEnd(widths[i] ?? 0))].join('   ').trimEnd(),
  )

console.log(
  `${code.length} files of ${FOLDERS.slice(0, -1).join(', ')}; the other projects as of 21 Nov 2026\n`,
)
line('', Object.keys(columns))
ROWS.forEach((row, i) =>
  line(
    row,
    Object.values(columns).map((cells) => cells[i] ?? ''),
  ),
)

console.log('\nComment lines in 100, and those of them that are docstrings:')
for (const folder of [...FOLDERS, 'tests'])
  console.log(
    `  ${folder.padEnd(12)} ${commentShare(below(folder)).toFixed(1)}  ${docstringShare(below(folder)).toFixed(1)}`,
  )
console.log('\nTypes:')
for (const [name, list] of /** @type {const} */ ([
  ['code', code],
  ['tests', tests],
]))
  console.log(
    `  ${name.padEnd(6)} any ${sum(list, 'any')}, suppressions ${sum(list, 'suppressions')}, as ${sum(list, 'casts')}, ! ${sum(list, 'nonNull')}`,
  )
console.log('\nLongest functions:')
for (const one of functions.slice(0, 5)) console.log(`  ${one.lines}  ${one.file}:${one.line} ${one.name}`)
console.log('\nLongest files:')
for (const file of largest.slice(0, 5)) console.log(`  ${file.lines}  ${file.name}`)

/** @type {[string, boolean][]} */
const checks = [
  ['the longest function has 60 lines at most', (lengths[0] ?? 0) <= 60],
  ['3 comment lines in 100 at most', commentShare(code) <= 3],
  ['as many lines of tests as of code', ratio >= 1],
]
console.log('\nTargets:')
for (const [target, isMet] of checks) console.log(`  ${isMet ? 'met   ' : 'missed'}  ${target}`)
