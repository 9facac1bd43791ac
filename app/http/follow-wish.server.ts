import { createSealedCookie } from './cookies.server'

/** The store of a guest's Follow: only this form sets it, so that a link cannot make a member follow. */
export const followWish = createSealedCookie<{ brandId: number }>('follow')
