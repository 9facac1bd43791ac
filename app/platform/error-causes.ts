/** Outermost error first: drizzle and fetch wrap the error that has the code. */
export function* listCauses(error: unknown): Generator<Error> {
  for (let e = error; e instanceof Error; e = e.cause) yield e
}

export function findErrorCode(error: unknown): string | undefined {
  for (const e of listCauses(error)) if ('code' in e && typeof e.code === 'string') return e.code
  return undefined
}
