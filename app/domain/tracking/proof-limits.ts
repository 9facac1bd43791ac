export const PROOFS_A_CLAIM = 3
/** In 90 days. */
export const PROOFS_A_MEMBER = 20
