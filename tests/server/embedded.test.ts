import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startPostgres } from '../../embedded/postgres'
import { makeDataDir } from '../support/servers'

test('a database that another server is starting is used once it serves queries', async () => {
  const dataDir = makeDataDir()
  const folder = path.join(dataDir, 'postgres')
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, 'PG_VERSION'), '18\n')
  fs.writeFileSync(path.join(folder, 'app.password'), 'secret\n')
  // It accepts connections while it recovers.
  const postmaster = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(postmaster, 'listening')
  const { port } = postmaster.address() as net.AddressInfo
  const say = (status: string) =>
    fs.writeFileSync(
      path.join(folder, 'postmaster.pid'),
      [process.pid, folder, 0, port, '', '127.0.0.1', '', status, ''].join('\n'),
    )
  say('starting')
  let isUsed = false
  const started = startPostgres(dataDir).finally(() => (isUsed = true))
  for (let looks = 0; looks < 3; looks++) await Promise.race([once(postmaster, 'connection'), started])
  expect(isUsed).toBe(false)
  say('ready   ')
  expect((await started).url).toBe(`postgres://app:secret@127.0.0.1:${port}/postgres`)
  postmaster.close()
  fs.rmSync(dataDir, { recursive: true })
})
