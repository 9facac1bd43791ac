import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openPool } from '~/platform/database-connection.server'
import { withLock } from '~/platform/db/migrate.server'

export async function seedWhenEmpty(url: string, seed = seedByCommand): Promise<void> {
  await withLock(url, 'seed', async () => {
    if (await isEmpty(url)) await seed()
  })
}

/** People and operators alone may be those of a seed that was killed. */
async function isEmpty(url: string): Promise<boolean> {
  const sql = openPool(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql<{ empty: boolean }[]>`
      SELECT NOT (EXISTS (SELECT 1 FROM campaigns) OR EXISTS (SELECT 1 FROM clicks) OR EXISTS (SELECT 1 FROM ledger_transfers)) AS empty`
    return row!.empty
  } finally {
    await sql.end()
  }
}

function seedByCommand(): Promise<void> {
  const ops = fileURLToPath(new URL('./ops.js', import.meta.url))
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [ops, 'demo', 'seed'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`demo seed ended with ${code}:\n${output}`)),
    )
  })
}
