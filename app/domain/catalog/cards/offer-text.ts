/** Numbers keep separators and percent sign: '5% off' is not found in '15% off' or '2.5% off'. */
const WORD = /\p{N}+(?:[.,]\p{N}+)*%?|[\p{L}\p{M}]+/gu

const toWords = (text: string) => (text.toLowerCase().match(WORD) ?? []).map((word) => ` ${word} `).join('')

/** Null where the title already says it. */
export const omitRepeatedOffer = (title: string, offer: string | null): string | null =>
  offer === null || toWords(title).includes(toWords(offer)) ? null : offer
