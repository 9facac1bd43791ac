export const TRAP = 'website'
