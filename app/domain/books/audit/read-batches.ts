export async function* readBatches<Row extends { id: string | number }>(
  size: number,
  first: Row['id'],
  read: (after: Row['id']) => PromiseLike<Row[]>,
): AsyncGenerator<Row> {
  for (let after: Row['id'] = first; ;) {
    const rows = await read(after)
    yield* rows
    if (rows.length < size) return
    after = rows.at(-1)!.id
  }
}
