/** Name of the honeypot field. */
export const TRAP = 'website'
