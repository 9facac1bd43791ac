/** Numbers keep their separators and percent sign, so that '5% off' is not found in '15% off' or '2.5% off'. */
const WORD = /\p{N}+(?:[.,]\p{N}+)*%?|[\p{L}\p{M}]+/gu

const asWords = (text: string) => (text.toLowerCase().match(WORD) ?? []).map((word) => ` ${word} `).join('')

/** The offer text to show beside a title; null where the title already says it: 'Sofas: flat 20% off', 'Flat 20% off'. */
export const offerBeside = (title: string, offer: string | null): string | null =>
  offer === null || asWords(title).includes(asWords(offer)) ? null : offer
