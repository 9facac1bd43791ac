// Takes out of the browser's list of routes those that only machines ask for: no page leads to them, and each page would carry them.
import fs from 'node:fs'
import path from 'node:path'

/** Files below app/routes/, or folders. */
const OF_MACHINES = [
  'api/',
  'img',
  'page-script',
  'postback',
  'robots',
  'service-worker',
  'share-picture',
  'sitemap',
  'speculation-rules',
  'suggestions',
  'webhook',
  'well-known',
]

const START = 'window.__remixManifest='

/** @param {string} id of a route, such as routes/api/login */
export const isOfMachines = (id) =>
  OF_MACHINES.some(
    (name) => id === `routes/${name}` || (name.endsWith('/') && id.startsWith(`routes/${name}`)),
  )

/** A route with a page stays. @param {string} folder with the built files for browsers */
export function slimManifest(folder) {
  const assets = path.join(folder, 'assets')
  const names = fs.readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name))
  for (const name of names) {
    const file = path.join(assets, name)
    const text = fs.readFileSync(file, 'utf8')
    if (!text.startsWith(START))
      throw new Error(`Remix writes its manifest in another way: ${text.slice(0, 80)}`)
    const manifest = JSON.parse(text.slice(START.length).replace(/;\s*$/, ''))
    for (const [id, { module }] of Object.entries(manifest.routes))
      if (isOfMachines(id) && isEmpty(path.join(folder, module))) delete manifest.routes[id]
    fs.writeFileSync(file, `${START}${JSON.stringify(manifest)};`)
  }
}

/** @param {string} file */
const isEmpty = (file) => !fs.readFileSync(file, 'utf8').includes('export')
