export async function joinParts(parts: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const part of parts) all += part
  return all
}
