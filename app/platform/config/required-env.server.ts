/** Imported before everything else: under plain remix-serve nothing has looked at the variables yet. */
import { parseEnv } from './env.server'

/** Used for the missing one, so that what else is missing is named with it. */
const ANY_DATABASE = 'postgres://localhost/dealdwaar'

function listProblems(source: NodeJS.ProcessEnv): string[] {
  if (!source.DATABASE_URL && !source.EMBEDDED_DATABASE_URL)
    return ['DATABASE_URL: not set', ...listProblems({ ...source, DATABASE_URL: ANY_DATABASE })]
  try {
    parseEnv(source)
    return []
  } catch (error) {
    return (error as Error).message.split(/\n\s*/).slice(1)
  }
}

const problems = listProblems(process.env)
if (problems.length) {
  process.stderr.write(`The environment is not usable: ${problems.join('; ')}\n`)
  process.exit(1)
}
