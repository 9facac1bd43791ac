const MOST_WORDS = 3
const LATIN = /^[\p{Script=Latin}\p{N}&.,'’ -]{2,40}$/u

export const canBeStore = (q: string) => LATIN.test(q) && q.split(/\s+/).length <= MOST_WORDS
