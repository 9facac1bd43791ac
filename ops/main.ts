/** The operator's command line; `npm run ops -- --help` lists the commands. Ends with 0: done, 1: refused, 2: mistyped. */
import { closeDatabase } from '~/db/client.server'
import { runCommand } from './run-command'
import { allowClosedPipe, endProcess } from './terminal'

allowClosedPipe()
process.exitCode = await runCommand(process.argv.slice(2))
await closeDatabase()
endProcess()
