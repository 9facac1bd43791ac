/** The command that texts tell operators to type: the wrapper of a server, or npm for the demo. */
export const getCommandPrefix = () => (process.env.DATABASE_URL ? 'dealdwaar' : 'npm run ops --')

export const getQuietPrefix = () => (process.env.DATABASE_URL ? 'dealdwaar' : 'npm run -s ops --')

export const prefixExample = (line: string): string =>
  `${/ [>|] /.test(line) ? getQuietPrefix() : getCommandPrefix()} ${line}`
