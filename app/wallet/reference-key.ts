/** Empty: it identifies nothing. Must match utr_key_of() in the database, which returns null then. */
export const referenceKey = (reference: string): string =>
  reference
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/^0+(?=.)/, '')
