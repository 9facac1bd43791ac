/** Characters of what may be pasted. A field takes one more, so that a longer text is refused and not cut in silence. */
export const LONGEST_TEXT = 1500

/** Characters of a sealed product in an address. */
export const LONGEST_SEALED = 3072

/** Whether a text of the search is the address of a product, or has one in it: one without a scheme is longer than any search. */
export const hasAddress = (text: string): boolean => /:\/\/|^\s*[^\s/.]+\.[^\s/]+\/\S{60}/.test(text)
