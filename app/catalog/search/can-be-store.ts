const MOST_WORDS = 3
const LATIN = /^[\p{Script=Latin}\p{N}&.,'’ -]{2,40}$/u

/** Whether a search without results may be the name of a store: Latin letters, up to three words. */
export const canBeStore = (q: string) => LATIN.test(q) && q.split(/\s+/).length <= MOST_WORDS
