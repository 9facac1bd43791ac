// Exit codes: 0 done, 1 refused, 2 usage error.
import { readFirstEnvFile } from '../environment/reread'
import { allowNoDatabase } from './database-line'
import { allowClosedPipe, commanderOutput, endProcess } from './terminal'

allowClosedPipe()
try {
  readFirstEnvFile()
  allowNoDatabase()
  // Imported late, because these modules read the environment when they are loaded.
  const { runCommand } = await import('./run-command')
  process.exitCode = await runCommand(process.argv.slice(2))
  await (await import('~/platform/db/client.server')).closeDatabase()
} catch (error) {
  commanderOutput.writeErr(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
endProcess()
