import { randomBytes } from 'node:crypto'

export const INVITE_HOURS = 72

/** Hex, because a token that begins with - would be read as an option. */
export const makeToken = () => randomBytes(24).toString('hex')
