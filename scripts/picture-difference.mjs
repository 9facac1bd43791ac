import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** A colour value from 0 to 255; smaller differences are the anti-aliasing of the same picture. */
const VISIBLE = 16

/** @param {string} file */
const readPixels = (file) =>
  sharp(fs.readFileSync(file)).removeAlpha().raw().toBuffer({ resolveWithObject: true })

/** Where two files differ, in pixels: 'x 10 to 40, y 900 to 960', or their sizes; undefined: nowhere. @param {string} before @param {string} after */
async function compareImages(before, after) {
  const [first, second] = await Promise.all([readPixels(before), readPixels(after)])
  const { width, height, channels } = first.info
  if (width !== second.info.width || height !== second.info.height)
    return `${width} x ${height}, now ${second.info.width} x ${second.info.height}`
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let i = 0; i < first.data.length; i++)
    if (Math.abs(/** @type {number} */ (first.data[i]) - /** @type {number} */ (second.data[i])) >= VISIBLE) {
      const pixel = Math.floor(i / channels)
      const [x, y] = [pixel % width, Math.floor(pixel / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  return right < 0 ? undefined : `x ${left} to ${right}, y ${top} to ${bottom}`
}

/** Compares the pictures `names` of two folders, but for those that the first lacks. @param {string[]} names @param {string} before @param {string} after */
export async function compareFolders(names, before, after) {
  const known = new Set(fs.readdirSync(before))
  const differences = /** @type {string[]} */ ([])
  let compared = 0
  for (const name of names.filter((name) => known.has(name))) {
    compared++
    const difference = await compareImages(path.join(before, name), path.join(after, name))
    if (difference) differences.push(`${name}: ${difference}`)
  }
  return { compared, differences }
}
