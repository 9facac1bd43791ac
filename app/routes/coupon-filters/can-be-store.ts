const MOST_WORDS = 3
const NAME = /^[\p{L}\p{M}\p{N}&.,'’ -]{2,40}$/u
const LATIN = /^[\p{Script=Latin}\p{N}\p{P}&\s]+$/u

export const canBeName = (q: string) => NAME.test(q) && q.split(/\s+/).length <= MOST_WORDS

export const canBeStore = (q: string) => canBeName(q) && LATIN.test(q)
