/** Values of Cache-Control; shared with the server and the browser. */

/** For personal responses. */
export const PRIVATE = 'private, no-store'
/** For responses that hold nothing personal and must not be stored, such as refusals. */
export const NO_STORE = 'no-store'

export const PLAIN_TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': NO_STORE }
