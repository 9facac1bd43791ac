/**
 * Corrects postgres.js in node_modules: what it does when a connection goes (docs/decisions/0013-database-driver.md).
 * `npm ci` runs this by `postinstall`, and every start, test and command by install.mjs; what is corrected stays as it is.
 */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The one version that these edits were made for and tested with (tests/db/driver.test.ts). */
export const DRIVER_VERSION = '3.4.9'

/** By file: what stands there, and what is put in its place. @type {Record<string, [before: string, after: string][]>} */
export const DRIVER_EDITS = {
  'connection.js': [
    // What is asked on a connection that is gone is refused; true, so that nobody takes the connection for a full one.
    [
      `
    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
      `
    if (!socket)
      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true

    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
    ],
    // A transaction learns of its connection also where that one has taken all the queries that it may; without it, the
    // error ended the process, and what others asked there was rolled back.
    [
      `
      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))
`,
      `
      const ready = write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
      return q.options.onexecute ? q.options.onexecute(connection) : ready
`,
    ],
    // An answer to a server that is gone is dropped; thrown from here, the error would end the process.
    [
      `
    const x = socket.write(chunk, fn)
`,
      `
    const x = !socket || socket.write(chunk, fn)
`,
    ],
    // A broken connection tells whoever asked; nobody waits for this promise.
    ['return fetchArrayTypes()', 'return fetchArrayTypes().catch(noop)'],
    // A server that closes before it is ready refuses: asked again at once and for ever, it kept the query waiting.
    [
      `
    socket.removeAllListeners()
    socket = null
`,
      `
    socket.removeAllListeners()
    socket = null
    initial && !hadError && options.host.length === 1 && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
    ],
    // Nothing of the old connection is left to the next: what was not written, and what was half answered.
    [
      `
    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
      `
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
    ],
    [
      `
    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
      `
    !initial && !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
    rows = 0
    if (initial)
      return reconnect()

`,
    ],
  ],
  'index.js': [
    // A transaction is over with its connection: what it asks later must not reach the next one, which others have.
    [
      `
    let savepoints = 0
      , connection
`,
      `
    let savepoints = 0
      , connection
      , lost
`,
    ],
    [
      'connection.onclose = reject)',
      `connection.onclose = e => {
          lost = e
          while (queries.length)
            queries.shift().reject(e)
          reject(e)
        })`,
    ],
    [
      `
        q.catch(e => uncaughtError || (uncaughtError = e))
`,
      `
        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)

`,
    ],
  ],
}

const installed = path.resolve(fileURLToPath(import.meta.url), '../../node_modules/postgres')

/** Makes the edits in both builds of the driver. Throws for another version, and where an edit does not fit. */
export function patchDriver(folder = installed) {
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  if (version !== DRIVER_VERSION)
    throw new Error(`postgres ${version}: scripts/patch-driver.mjs is made for ${DRIVER_VERSION}; see there`)
  for (const build of ['src', 'cjs/src'])
    for (const [name, edits] of Object.entries(DRIVER_EDITS)) {
      const file = path.join(folder, build, name)
      const text = fs.readFileSync(file, 'utf8')
      const edited = edits.reduce((all, edit) => makeEdit(all, edit, file), text)
      if (edited !== text) replace(file, edited)
    }
}

/** @param {string} text @param {[string, string]} edit @param {string} file */
function makeEdit(text, [before, after], file) {
  if (text.includes(after)) return text
  const [start, end, more] = text.split(before)
  if (start === undefined || end === undefined || more !== undefined)
    throw new Error(
      `${file}: scripts/patch-driver.mjs does not find, or finds twice (npm ci makes it as it came):\n${before}`,
    )
  return start + after + end
}

/** At once, so that who starts meanwhile reads a whole file. @param {string} file @param {string} text */
function replace(file, text) {
  const next = `${file}.${process.pid}`
  fs.writeFileSync(next, text)
  fs.renameSync(next, file)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) patchDriver()
