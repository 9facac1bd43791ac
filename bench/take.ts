import http from 'node:http'

/** An answer as it came, its body in base64, without the headers that node adds by itself. */
export function take(url: string, headers: http.OutgoingHttpHeaders) {
  return new Promise<{ headers: string[]; body: string; etag: string }>((resolve, reject) => {
    http
      .get(url, { headers: { 'Accept-Encoding': 'br', ...headers } }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const raw = answer.rawHeaders
          const kept = raw.filter((_, i) => !/^(?:connection|keep-alive)$/i.test(raw[i - (i % 2)]!))
          resolve({
            headers: kept,
            body: Buffer.concat(parts).toString('base64'),
            etag: answer.headers.etag ?? '',
          })
        })
      })
      .once('error', reject)
  })
}
