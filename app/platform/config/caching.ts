export const PRIVATE = 'private, no-store'
export const NO_STORE = 'no-store'

export const PLAIN_TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': NO_STORE }

/** Seconds, of a 503. */
export const RETRY_AFTER = '5'
