/** One paragraph, however it was typed. */
export const toParagraph = (typed: string): string => typed.replace(/\s+/g, ' ').trim()
