import { expect, test } from 'vitest'
import fs from 'node:fs'
import { lastRelease } from './release'
import { readUpgradeBlock } from './upgrade-block'

const commit = 'e01d5e1'.padEnd(40, '0')

test('the last release is the first heading with a version, its date and its commit', () => {
  const changelog = `# Changelog

## [Unreleased]

### Added

## [0.2.0] - 2026-12-01

Commit ${commit}.

## [0.1.0] - 2026-11-22

Commit ${'a'.repeat(40)}.
`
  expect(lastRelease(changelog)).toEqual({ version: '0.2.0', date: '2026-12-01', commit })
})

test('CHANGELOG.md names a release', () => {
  expect(lastRelease(fs.readFileSync('CHANGELOG.md', 'utf8')).commit).toMatch(/^[0-9a-f]{40}$/)
})

test('the block of an upgrade has the new code, wrapper, unit and nginx.conf in place before it migrates and restarts', () => {
  const [before, after] = readUpgradeBlock()
  for (const step of ['git pull', 'dealdwaar.service', '/usr/local/bin/', 'nginx.conf'])
    expect(before).toContain(step)
  expect(before + after).not.toContain('systemctl reload dealdwaar')
  expect(after).toContain('/readyz')
})

test.each([
  ['no release', '## [Unreleased]\n'],
  ['no commit', '## [0.2.0] - 2026-12-01\n\n### Added\n'],
  ['a short commit', '## [0.2.0] - 2026-12-01\n\nCommit e01d5e1.\n'],
])('a changelog with %s is an error', (_, changelog) => {
  expect(() => lastRelease(changelog)).toThrow('CHANGELOG.md has no release with its date and its commit')
})
