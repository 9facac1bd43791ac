// A copy of postgres.js with patches/postgres@VERSION.patch applied (docs/decisions/0013-database-driver.md), to which bundlers and
// test runners resolve `postgres` by aliases().
import { applyPatch, parsePatch } from 'diff'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(fileURLToPath(import.meta.url), '../..')
const published = path.join(root, 'node_modules/postgres')
const copies = path.join(root, 'node_modules/.cache/dealdwaar')
const patches = path.join(root, 'patches')

/**
 * Patched sources by path in the package, such as 'src/index.js'. Throws if there is no patch for the version, or it does not apply.
 * @param {string} [folder] The package as the registry has it. @returns {Map<string, string>}
 */
export function patchedSources(folder = published) {
  const patch = readPatch(folder)
  return new Map(
    parsePatch(patch.text).map((change) => {
      const file = (change.oldFileName ?? '').replace(/^a\//, '')
      const text = applyPatch(fs.readFileSync(path.join(folder, file), 'utf8'), change)
      if (text === false)
        throw new Error(
          `${path.basename(patch.file)} does not fit ${path.join(folder, file)}: the package is not as the registry has it. Run npm ci.`,
        )
      return [file, text]
    }),
  )
}

/** @param {string} folder */
function readPatch(folder) {
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const file = path.join(patches, `postgres@${version}.patch`)
  if (!fs.existsSync(file))
    throw new Error(
      `postgres ${version}: there is no ${path.relative(root, file)} (docs/decisions/0013-database-driver.md)`,
    )
  return { version, file, text: fs.readFileSync(file, 'utf8') }
}

export function isDriverIntact() {
  try {
    return patchedSources().size > 0
  } catch {
    return false
  }
}

/** Entry file of the patched copy, which is created if missing. Throws as patchedSources() does. @returns {string} */
export function patchedDriver() {
  const { version, text } = readPatch(published)
  const stamp = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const copy = path.join(copies, `postgres-${version}-${stamp}`)
  if (!fs.existsSync(copy)) makeCopy(copy)
  return path.join(copy, 'src/index.js')
}

/** Renamed into place, so that a concurrent process sees all of it or nothing. @param {string} copy */
function makeCopy(copy) {
  const sources = patchedSources()
  fs.mkdirSync(copies, { recursive: true })
  const draft = fs.mkdtempSync(`${copy}-`)
  for (const part of ['package.json', 'src'])
    fs.cpSync(path.join(published, part), path.join(draft, part), { recursive: true })
  for (const [file, text] of sources) fs.writeFileSync(path.join(draft, file), text)
  try {
    fs.renameSync(draft, copy)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(copy)) throw error
  }
}

export const aliases = () => ({ '~': path.join(root, 'app'), postgres: patchedDriver() })
