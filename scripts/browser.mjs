// The headless shell comes first: it takes less than half the CPU time.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
/** Debian packages, in order of preference. */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Returns the path of a Chromium that starts, installing one if needed. Throws if that fails. */
export async function ensureBrowser(say = console.log) {
  const found = [process.env.CHROMIUM_PATH, ...onPath(), MAC, await playwrightsOwn()].find(starts)
  if (found) return found
  say('Getting a browser for the tests ...')
  spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { stdio: 'ignore' })
  const downloaded = await playwrightsOwn()
  if (starts(downloaded)) return downloaded
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update'], { stdio: 'ignore', env })
    for (const name of PACKAGES) {
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore', env })
      const installed = onPath().find(starts)
      if (installed) return installed
    }
  }
  throw new Error('No Chromium was found, and none could be installed. Set CHROMIUM_PATH to one.')
}

/** A whole Chromium, because the headless shell denies notifications. Undefined: none is installed. */
export const findFullBrowser = () =>
  [process.env.CHROMIUM_PATH, ...onPath(), MAC].find((file) => !file?.includes('shell') && starts(file))

function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}

/** @param {string | undefined} file @returns {file is string} */
function starts(file) {
  return !!file && fs.existsSync(file) && spawnSync(file, ['--version', '--no-sandbox']).status === 0
}
