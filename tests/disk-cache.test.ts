import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDiskCache } from '~/platform/disk-cache.server'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-disk-cache-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const files = () =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

const countBytes = () =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name, parentPath }) => sum + fs.statSync(path.join(parentPath, name)).size, 0)

const used = (name: string, hoursAgo: number) => {
  const at = Date.now() / 1000 - hoursAgo * 3600
  fs.utimesSync(path.join(folder, name.slice(0, 2), name), at, at)
}

const KB = Buffer.alloc(1024, 'x')

test('cache folders are readable by their own account only', async () => {
  const images = path.join(folder, 'images')
  await openDiskCache(images, 1e6).write('aa-1.webp', KB)
  for (const place of [images, path.join(images, 'aa')]) expect(fs.statSync(place).mode & 0o077).toBe(0)
})

test('a written file is read, also by another process, until it is removed', async () => {
  const [one, other] = [openDiskCache(folder, 1e6), openDiskCache(folder, 1e6)]
  expect(await one.read('aa-1.webp')).toBeNull()
  await one.write('aa-1.webp', KB)
  expect(await other.read('aa-1.webp')).toEqual(KB)
  await other.remove(['aa-1.webp', 'ab-none.webp'])
  expect(await one.read('aa-1.webp')).toBeNull()
  expect(files()).toEqual([])
})

test('above the limit the least recently used files are deleted', async () => {
  const cache = openDiskCache(folder, 10 * 1024)
  for (let i = 0; i < 8; i++) {
    await cache.write(`a${i}-file`, KB)
    used(`a${i}-file`, 20 - i)
  }
  // A read counts as a use.
  expect(await cache.read('a0-file')).toEqual(KB)
  await cache.write('b0-file', KB)
  expect(files()).toEqual([
    'a0-file',
    'a2-file',
    'a3-file',
    'a4-file',
    'a5-file',
    'a6-file',
    'a7-file',
    'b0-file',
  ])
})

test('four processes that write at once stay within the limit', async () => {
  const limit = 100 * 1024
  const caches = Array.from({ length: 4 }, () => openDiskCache(folder, limit))
  await Promise.all(
    caches.map(async (cache, at) => {
      for (let i = 0; i < 40; i++) await cache.write(`${at}${i % 10}-${i}-file`, KB)
    }),
  )
  expect(countBytes()).toBeLessThanOrEqual(limit)
  expect(countBytes()).toBeGreaterThan(limit / 2)
})

test('a temporary file of a dead process is removed and never read', async () => {
  await openDiskCache(folder, 1e6).write('aa-1.webp', KB)
  const left = 'aa-2.webp.4711.x.tmp'
  fs.writeFileSync(path.join(folder, 'aa', left), 'half')
  const cache = openDiskCache(folder, 1e6)
  expect(await cache.read('aa-2.webp')).toBeNull()
  await cache.write('aa-3.webp', KB)
  // It may be another process's, at work.
  expect(files()).toContain(left)
  used(left, 1)
  await openDiskCache(folder, 1e6).write('aa-4.webp', KB)
  expect(files()).toEqual(['aa-1.webp', 'aa-3.webp', 'aa-4.webp'])
})

test('an empty file, as a power cut leaves it, is not read', async () => {
  const cache = openDiskCache(folder, 1e6)
  await cache.write('aa-1.webp', KB)
  fs.truncateSync(path.join(folder, 'aa/aa-1.webp'))
  expect(await cache.read('aa-1.webp')).toBeNull()
})

test('a file under its final name is complete at every moment', async () => {
  const cache = openDiskCache(folder, 1e8)
  const versions = ['a', 'b', 'c'].map((fill) => Buffer.alloc(300_000, fill))
  await cache.write('aa-1.webp', versions[0]!)
  const write = async () => {
    for (let i = 0; i < 30; i++) await cache.write('aa-1.webp', versions[i % 3]!)
  }
  const read = async () => {
    for (let i = 0; i < 60; i++) {
      const bytes = (await cache.read('aa-1.webp'))!
      expect(versions.some((version) => version.equals(bytes))).toBe(true)
    }
  }
  await Promise.all([write(), read()])
})

test('a folder that cannot be written to fails the write only', async () => {
  fs.writeFileSync(path.join(folder, 'aa'), 'a file where a folder belongs')
  const cache = openDiskCache(folder, 1e6)
  await expect(cache.write('aa-1.webp', KB)).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(await cache.read('aa-1.webp')).toBeNull()
  await cache.write('ab-1.webp', KB)
  expect(await cache.clear()).toBe(1)
  expect(await cache.read('ab-1.webp')).toBeNull()
})
