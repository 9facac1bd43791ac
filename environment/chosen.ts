import fs from 'node:fs'
import path from 'node:path'
import { parseEnv, type Env } from '~/platform/config/env.server'

const MAKES_ONE = /^(?:demo|migrate|catalogue generate)(?: |$)/

const hasDemo = (dataDir: string) => fs.existsSync(path.resolve(dataDir, 'postgres/PG_VERSION'))

/** Throws if the command would create an empty demo only to read from it. */
export function requireChosen(words: readonly string[]): void {
  const env = parseEnv(process.env)
  if (!env.databaseUrl && !hasDemo(env.DATA_DIR) && !MAKES_ONE.test(words.join(' ')))
    throw new Error(noneChosen(env))
}

export const noneChosen = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) =>
  `DATABASE_URL is not set, and there is no demo in ${path.resolve(DATA_DIR)}. On a server: dealdwaar COMMAND, which reads /etc/dealdwaar/env (demo: npm start first).`
