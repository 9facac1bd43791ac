/** The name of the honeypot field. */
export const TRAP = 'website'
