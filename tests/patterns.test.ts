/** A pattern in a configuration that matches no file is no error for any tool: a guard or a chunk would be off in silence. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { CHUNKS } from '../scripts/chunks.mjs'
import { FLOWS } from '../scripts/flows.mjs'
import stryker from '../stryker.config.mjs'
import mutate from '../vitest.mutate.config'
import { LONG_SPECS, LONG_TESTS, SPECS_WITH_SCRIPTS, toSpec } from './support/rings'
import { OWN_PROCESS } from './support/sharing'

const readJson = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as never

interface Override {
  files: string[]
  excludeFiles?: string[]
  rules: Record<string, unknown>
}

interface Workspace {
  entry: string[]
  project: string[]
}

const { overrides } = readJson('.oxlintrc.json') as { overrides: Override[] }
const { workspaces } = readJson('knip.json') as { workspaces: Record<string, Workspace> }
const { sideEffects } = readJson('package.json') as { sideEffects: string[] }
const { include } = readJson('tsconfig.json') as { include: string[] }

const sources = [...fs.readFileSync('app/tailwind.css', 'utf8').matchAll(/@source (?:not )?'([^']+)'/g)]

const find = (pattern: string) =>
  globSync(fs.existsSync(pattern) && fs.statSync(pattern).isDirectory() ? `${pattern}/**` : pattern, {
    ignore: ['**/node_modules/**', 'build/**'],
  })

/** Alternatives one by one: {a,b}/*.ts as a/*.ts and b/*.ts; endings together. */
function listAlternatives(pattern: string): string[] {
  const [all, inside] = /(?<![.])\{([^{}]+)\}/.exec(pattern) ?? []
  if (!all || !inside) return [pattern]
  return inside.split(',').flatMap((one) => listAlternatives(pattern.replace(all, one)))
}

const PATTERNS: Record<string, string[]> = {
  'lint rules': overrides.flatMap(({ files, excludeFiles = [] }) => [...files, ...excludeFiles]),
  'mutated modules': stryker.mutate as string[],
  'tests of mutants': mutate.test!.include!,
  'tests of the long ring': LONG_TESTS,
  'browser tests of the long ring, and those with scripts': [...LONG_SPECS, ...SPECS_WITH_SCRIPTS].map(
    (name) => toSpec(name).replace('**', 'tests/e2e'),
  ),
  'tests that stop and start processes': OWN_PROCESS.map((folder) => `tests/${folder}`),
  'chunks of scripts': Object.values(CHUNKS).flatMap((files) => files.map((file) => `app/${file}`)),
  "Tailwind's sources": sources.map(([, pattern]) => pattern!.replace('./', 'app/')),
  'used exports and files': Object.entries(workspaces).flatMap(([folder, { entry, project }]) =>
    [...entry, ...project].map((pattern) => `${folder}/${pattern}`),
  ),
  'entries of flows': FLOWS.flatMap(({ entries }) =>
    entries.map((places) => {
      const files = places.map((place) => place.replace(/:.*/, ''))
      return files.find((file) => fs.existsSync(file)) ?? files.join()
    }),
  ),
  'modules with effects': sideEffects.map((pattern) => pattern.replace(/^(?![.])/, '**/')),
  'checked types': include,
}

test.each(Object.keys(PATTERNS))('each pattern matches files: %s', (what) => {
  const patterns = PATTERNS[what]!.flatMap(listAlternatives)
  expect(patterns.length).toBeGreaterThan(0)
  expect(patterns.filter((pattern) => !find(pattern).length)).toEqual([])
})

test('the rule of money is on for all modules of wallet, tracking and books that know of paise', () => {
  const [rule, ...others] = overrides.filter(({ rules }) => 'money/no-float' in rules)
  expect(others).toEqual([])
  const covered = globSync(rule!.files, { ignore: rule!.excludeFiles! })
  const withPaise = globSync('app/domain/{wallet,tracking,books}/**/*.ts').filter((file) =>
    /paise/i.test(fs.readFileSync(file, 'utf8')),
  )
  expect(withPaise.length).toBeGreaterThan(100)
  // It copies the limits of an offer, and counts milliseconds.
  expect(withPaise.filter((file) => !covered.includes(file))).toEqual([
    'app/domain/tracking/clicks.server.ts',
  ])
})

test.each(globSync('tests/recipes/*.patch'))('%s applies to this tree', (patch) => {
  const { status, stderr } = spawnSync('git', ['apply', '--check', patch], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
