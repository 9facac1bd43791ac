/** The text of a row's id. */
export const ROW_ID = /^[1-9]\d{0,14}$/

export const readId = (typed: string): number | null => (ROW_ID.test(typed) ? Number(typed) : null)

/** Returns 0, an id that no row has, for any other text. */
export const readRowId = (text: string | null | undefined): number => readId(text ?? '') ?? 0
