import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFormerAssets } from '../scripts/build.mjs'
import { findFile, readBuiltFiles } from '../server/files'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-former-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Builds a client of these scripts; each contains the release's name. */
const build = (release: string, scripts: string[], { fails = false } = {}) =>
  keepFormerAssets(folder, () => {
    const client = path.join(folder, 'client')
    fs.rmSync(client, { recursive: true, force: true })
    fs.mkdirSync(path.join(client, 'assets'), { recursive: true })
    fs.writeFileSync(path.join(client, 'robots.txt'), release)
    for (const name of scripts) fs.writeFileSync(path.join(client, 'assets', name), release)
    return fails ? Promise.reject(new Error('no memory')) : Promise.resolve()
  })

/** What a server started now answers: the release that a file is of, by address. */
function read(url: string): string {
  const file = findFile(readBuiltFiles(folder), url)
  return file && file !== 'missing' ? file.bodies.identity.toString() : 'missing'
}

const readAll = (...names: string[]) => names.map((name) => read(`/assets/${name}`))

test('assets of two releases before are served, a third one’s and other files are not', async () => {
  await build('one', ['a-1.js', 'same.js'])
  await build('two', ['a-2.js', 'same.js'])
  await build('three', ['a-3.js', 'same.js'])
  expect(readAll('a-1.js', 'a-2.js', 'a-3.js', 'same.js')).toEqual(['one', 'two', 'three', 'three'])
  expect(read('/robots.txt')).toBe('three')
  await build('four', ['a-4.js'])
  expect(readAll('a-1.js', 'a-2.js', 'a-3.js', 'same.js')).toEqual(['missing', 'two', 'three', 'three'])
})

test('a build without a change of assets keeps what former releases had', async () => {
  await build('one', ['a-1.js'])
  await build('two', ['a-2.js'])
  await build('two again', ['a-2.js'])
  await build('three', ['a-3.js'])
  expect(readAll('a-1.js', 'a-2.js', 'a-3.js')).toEqual(['one', 'two again', 'three'])
})

test('a build that failed is no former release', async () => {
  await build('one', ['a-1.js'])
  await build('two', ['a-2.js'])
  await expect(build('failed', ['a-f.js'], { fails: true })).rejects.toThrow('no memory')
  await build('three', ['a-3.js'])
  expect(readAll('a-1.js', 'a-2.js', 'a-f.js', 'a-3.js')).toEqual(['one', 'two', 'missing', 'three'])
})
