/** Secrets of links and sessions: their owner has the token, the database only its hash. */
import { createHash } from 'node:crypto'

/** SHA-256, hex: enough for tokens, which are random and long. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
