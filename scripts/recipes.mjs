// `npm run recipes`: applies the patches of tests/recipes/, or those named, to a copy of this tree. What newcomers would add must
// pass types, lint, formatting, the build, the tests that it adds, and those that its first lines name after 'Test:'. One build
// serves for all, because none needs another.
import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startReaper } from './reaper.mjs'

const FOLDER = 'tests/recipes'

/** What this tree consists of, with what is not committed yet. @param {string} copy a new folder */
function copyTree(copy) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  for (const file of listed.split('\0').filter((name) => name && fs.existsSync(name)))
    fs.cpSync(file, path.join(copy, file))
  fs.symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'), 'junction')
}

/** @param {string} patch @param {string} copy @param {string[]} options */
const apply = (patch, copy, ...options) =>
  execFileSync('git', ['apply', ...options, path.resolve(patch)], {
    cwd: copy,
    encoding: 'utf8',
    stdio: 'pipe',
    // So that a repository around the copy is not the one that is changed.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(copy) },
  })

/** Rejects with the output of a tool that fails. @param {string} title @param {string} copy @param {string} script @param {string[]} args */
async function run(title, copy, script, args) {
  const begin = Date.now()
  await promisify(execFile)(process.execPath, [script, ...args], { cwd: copy, maxBuffer: Infinity }).catch(
    ({ stdout, stderr, code }) => {
      throw new Error(`${stdout}${stderr}${title} failed (${code})`)
    },
  )
  console.log(`  ${title.padEnd(10)} ${((Date.now() - begin) / 1000).toFixed(0)} s`)
}

/** Prints the files that it touches. @param {string} patch @param {string} copy */
function applyRecipe(patch, copy) {
  const touched = apply(patch, copy, '--numstat').trimEnd().split('\n')
  console.log(`\n${path.basename(patch, '.patch')}: ${touched.length} files`)
  for (const line of touched) console.log(`  ${line.replace(/^(\d+)\t(\d+)\t/, '+$1 -$2 ')}`)
  const files = touched.map((line) => line.split('\t')[2] ?? '')
  const added = files.filter((file) => !fs.existsSync(path.join(copy, file)))
  apply(patch, copy)
  const named = [...fs.readFileSync(patch, 'utf8').matchAll(/^Test: (.+)$/gm)].map(([, file = '']) => file)
  const tests = [...added.filter((file) => /\.test\.tsx?$/.test(file)), ...named]
  if (!tests.length) throw new Error(`${patch} has no test`)
  return { files, tests }
}

/** @param {string} copy @param {string[]} files @param {string[]} tests */
async function check(copy, files, tests) {
  const code = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  await Promise.all([
    run('build', copy, 'scripts/build.mjs', []),
    run('types', copy, 'node_modules/typescript/bin/tsc', ['--noEmit']),
  ])
  await run('lint', copy, 'node_modules/oxlint/bin/oxlint', ['--deny-warnings', ...code])
  await run('formatting', copy, 'node_modules/prettier/bin/prettier.cjs', ['--check', '-u', ...files])
  await run('tests', copy, 'node_modules/vitest/vitest.mjs', ['run', ...tests])
}

startReaper()
const names = process.argv.slice(2)
const patches = fs
  .readdirSync(FOLDER)
  .filter(
    (file) => file.endsWith('.patch') && (!names.length || names.includes(path.basename(file, '.patch'))),
  )
const copy = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-recipes-')))
try {
  if (!patches.length) throw new Error(`${FOLDER} has no such recipe: ${names.join(', ')}`)
  copyTree(copy)
  const recipes = patches.map((patch) => applyRecipe(path.join(FOLDER, patch), copy))
  console.log()
  await check(
    copy,
    recipes.flatMap(({ files }) => files),
    recipes.flatMap(({ tests }) => tests),
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  fs.rmSync(copy, { recursive: true, force: true })
}
