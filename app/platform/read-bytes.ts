/** Null for a body above `most` bytes, which is then cancelled. */
export async function readBytes(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = []
  let size = 0
  if (body) {
    const reader = body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > most) {
        // Of a body that was cloned, it settles once the other half is cancelled, too.
        reader.cancel().catch(() => undefined)
        return null
      }
      parts.push(part.value)
    }
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}
