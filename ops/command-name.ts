/** How the commands are called where these texts are read: the wrapper of a server, or npm beside the demo. */
export const commandPrefix = () => (process.env.DATABASE_URL ? 'dealdwaar' : 'npm run ops --')

/** Prints nothing but the answer, for pipes. */
export const quietPrefix = () => (process.env.DATABASE_URL ? 'dealdwaar' : 'npm run -s ops --')
