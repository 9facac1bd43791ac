/** A field that no person sees; what fills it in is no person. */
export const TRAP = 'website'
