/** `isTooLarge` tells whether the body, which then fails, had more than `limit` bytes. */
export function limitBody(request: Request, limit: number) {
  if (!request.body) return { request, isTooLarge: () => false }
  let size = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > limit) controller.error(new Error('The body is too large.'))
      else controller.enqueue(chunk)
    },
  })
  const init: RequestInit & { duplex: 'half' } = { body: request.body.pipeThrough(counter), duplex: 'half' }
  return { request: new Request(request, init), isTooLarge: () => size > limit }
}
