// Exit codes: 0 done, 1 refused, 2 usage error.
import { closeDatabase } from '~/db/client.server'
import { runCommand } from './run-command'
import { allowClosedPipe, endProcess } from './terminal'

allowClosedPipe()
process.exitCode = await runCommand(process.argv.slice(2))
await closeDatabase()
endProcess()
