import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../scripts/build.mjs'

/** Writes bench/results/NAME.json with the machine that measured it. */
export function saveResults(name: string, results: object): void {
  const folder = path.join(root, 'bench/results')
  fs.mkdirSync(folder, { recursive: true })
  const machine = {
    cpu: os.cpus()[0]?.model,
    cores: os.availableParallelism(),
    node: process.version,
    load: os.loadavg()[0],
  }
  const file = path.join(folder, `${name}.json`)
  fs.writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), machine, ...results }, null, 2)}\n`,
  )
  console.log(`written to ${path.relative(root, file)}`)
}
