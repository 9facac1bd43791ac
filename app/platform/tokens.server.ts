/** Tokens of links and sessions: only the owner has the token, the database has its hash. */
import { createHash } from 'node:crypto'

/** SHA-256 in hex is enough for tokens, which are long and random. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
