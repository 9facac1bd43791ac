/** '' identifies no payment. Must match utr_key_of() in the database, which returns null instead of ''. */
export const referenceKey = (reference: string): string =>
  reference
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '')
