/** The command that texts tell operators to type: the wrapper of a server, or npm for the demo. */
export const commandPrefix = () => (process.env.DATABASE_URL ? 'dealdwaar' : 'npm run ops --')

export const quietPrefix = () => (process.env.DATABASE_URL ? 'dealdwaar' : 'npm run -s ops --')

export const prefixExample = (line: string): string =>
  `${/ [>|] /.test(line) ? quietPrefix() : commandPrefix()} ${line}`
