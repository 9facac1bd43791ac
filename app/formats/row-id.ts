/** Returns 0, an id that no row has, for any other text. */
export const readRowId = (text: string | null | undefined): number =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0
