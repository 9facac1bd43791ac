// Which test files share processes: starting one, and loading the libraries, takes longer than most files take.
import fs from 'node:fs'
import { LONG_TESTS } from './rings'

/** What is replaced or reset for one file would be so for the next. */
const OWN_MODULES = /\bvi\.(?:mock|doMock|resetModules)\(/
/** These stop, overload and signal processes, or run the application with planted faults. */
export const OWN_PROCESS = ['conformance', 'faults', 'model', 'prove', 'races', 'server']

const all = fs
  .readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/${name}`)
  .filter((name) => /\.test\.tsx?$/.test(name))

const isolated = all.filter(
  (file) => OWN_PROCESS.includes(file.split('/')[1]!) || OWN_MODULES.test(fs.readFileSync(file, 'utf8')),
)

export const sharing = {
  shared: { include: ['tests/**/*.test.{ts,tsx}'], exclude: [...isolated, ...LONG_TESTS] },
  isolated: { include: isolated, exclude: LONG_TESTS },
}
