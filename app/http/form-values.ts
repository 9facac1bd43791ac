/** Secrets, and fields that the page fills by itself. */
const LEFT_OUT = /^(?:from|csrf|keep|request_key)$|password|otp/i

export const listReturnedValues = (data: FormData, secrets: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    [...data].filter(
      (field): field is [string, string] =>
        typeof field[1] === 'string' && !LEFT_OUT.test(field[0]) && !secrets.includes(field[0]),
    ),
  )
