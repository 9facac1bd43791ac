/** Input that a form gets back. Secrets are removed before it is stored. */
export interface FormFlash {
  form: string
  values: Record<string, string>
  errors: Record<string, string>
  /** The notice is inside the form instead of at the top of the page. */
  inPlace?: boolean
}

/** The hidden fields of every form: its page, the token of the session, whose it is. */
export const META_FIELDS: ReadonlySet<string> = new Set(['from', 'csrf', 'keep'])

/** The values that may come back. `isLeftOut`: secrets, and fields that the page fills by itself. */
export const listReturnedValues = (
  data: FormData,
  isLeftOut: (name: string) => boolean,
): Record<string, string> =>
  Object.fromEntries(
    [...data].filter(
      (field): field is [string, string] =>
        typeof field[1] === 'string' && !META_FIELDS.has(field[0]) && !isLeftOut(field[0]),
    ),
  )

/** The fields of the files that were sent, each with `error`: browsers do not send a file again by themselves. */
export const listFilesAgain = (data: FormData, error: string): Record<string, string> =>
  Object.fromEntries(
    [...data]
      .filter(([, value]) => typeof value !== 'string' && value.size > 0)
      .map(([name]) => [name, error]),
  )
