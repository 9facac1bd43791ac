/** What `npm run screens -- --against FOLDER` prints, on small pictures whose differences are known. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareFolders } from '../scripts/picture-difference.mjs'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'dealdwaar-pictures-'))
const [before, after] = [path.join(root, 'before'), path.join(root, 'after')]

interface Spot {
  left: number
  top: number
  width: number
  height: number
  grey: number
}

async function draw(folder: string, name: string, height: number, spots: Spot[] = []): Promise<void> {
  const grey = (value: number) => ({ r: value, g: value, b: value })
  const picture = sharp({ create: { width: 40, height, channels: 3, background: grey(255) } })
  const layers = spots.map(({ left, top, width, height, grey: value }) => ({
    input: { create: { width, height, channels: 3 as const, background: grey(value) } },
    left,
    top,
  }))
  await picture.composite(layers).png().toFile(path.join(folder, name))
}

beforeAll(async () => {
  fs.mkdirSync(before)
  fs.mkdirSync(after)
  for (const name of ['same.png', 'faint.png', 'moved.png', 'longer.png', 'gone.png'])
    await draw(before, name, 30)
  await draw(after, 'same.png', 30)
  await draw(after, 'faint.png', 30, [{ left: 3, top: 3, width: 5, height: 5, grey: 245 }])
  await draw(after, 'moved.png', 30, [
    { left: 10, top: 4, width: 2, height: 3, grey: 0 },
    { left: 30, top: 20, width: 5, height: 1, grey: 200 },
  ])
  await draw(after, 'longer.png', 35)
  await draw(after, 'new.png', 30)
})
afterAll(() => fs.rmSync(root, { recursive: true }))

test('differences are listed with their place, other sizes with both', async () => {
  expect(await compareFolders(fs.readdirSync(after), before, after)).toEqual({
    compared: 4,
    differences: ['longer.png: 40 x 30, now 40 x 35', 'moved.png: x 10 to 34, y 4 to 20'],
  })
})
