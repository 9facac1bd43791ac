/** The command line as the reader of these texts calls it: the wrapper of a server, or npm for the demo. */
export const commandPrefix = () => (process.env.DATABASE_URL ? 'dealdwaar' : 'npm run ops --')

/** Prints only the answer, for pipes and files. */
export const quietPrefix = () => (process.env.DATABASE_URL ? 'dealdwaar' : 'npm run -s ops --')

/** 'dealdwaar notes list'; prints only the answer where the example passes it on. */
export const prefixExample = (line: string): string =>
  `${/ [>|] /.test(line) ? quietPrefix() : commandPrefix()} ${line}`
