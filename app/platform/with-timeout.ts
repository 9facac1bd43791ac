/** Gives what `late` gives, or throws what it throws, if the work takes longer than `ms`. The work itself goes on. */
export async function withTimeout<Value>(
  work: Promise<Value>,
  ms: number,
  late: () => Value,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return Promise.race([work, end.then(late)]).finally(() => clearTimeout(timer))
}
