// Makes requests concurrent: all but the last byte of each is sent first, then all last bytes together.
import { once } from 'node:events'
import net from 'node:net'

export interface RawAnswer {
  status: number
  location: string | null
  /** 'name=value' of each cookie set. */
  cookies: string[]
  body: string
}

export interface RawRequest {
  port: number
  path: string
  fields: Record<string, string>
  cookie?: string
}

/** Sends each request as a form POST on its own connection; `meanwhile` is called when the last bytes are sent. */
export async function releaseTogether(
  requests: RawRequest[],
  meanwhile: () => unknown = () => {},
): Promise<RawAnswer[]> {
  const waiting = await Promise.all(requests.map(prepare))
  await new Promise((resolve) => setTimeout(resolve, 150))
  const answers = waiting.map(({ socket, last }) => {
    const answer = readAll(socket)
    socket.write(last)
    return answer
  })
  meanwhile()
  return Promise.all(answers)
}

async function prepare({ port, path, fields, cookie }: RawRequest) {
  const socket = net.connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const body = new URLSearchParams(fields).toString()
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Sec-Fetch-Site: same-origin',
    'Connection: close',
    ...(cookie ? [`Cookie: ${cookie}`] : []),
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
  return { socket, last: body.slice(-1) }
}

async function readAll(socket: net.Socket): Promise<RawAnswer> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  const [head = '', body = ''] = Buffer.concat(parts).toString().split('\r\n\r\n', 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    location: headers.find(([name]) => name === 'location')?.[1] ?? null,
    cookies: headers.flatMap(([name, value]) => (name === 'set-cookie' ? [value.split(';', 1)[0]!] : [])),
    body,
  }
}
