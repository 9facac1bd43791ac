/** A local https server that gives out images, and bytes that are none. */
import https from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { makeCertificate } from './certificate'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

export interface ImageHost {
  /** 'localhost:PORT', as IMAGE_HOSTS names it. */
  host: string
  /** Lets download() reach it. */
  standIn: { addresses: string[]; ca: string }
  /** Paths in the order of the requests. */
  asked: string[]
  /** Answers a path; returns its address. */
  at(path: string, answer: Answer | Uint8Array): string
  close(): Promise<void>
}

export async function startImageHost(): Promise<ImageHost> {
  const { key, cert } = makeCertificate()
  const answers = new Map<string, Answer>()
  const asked: string[] = []
  const server = https.createServer({ key, cert }, (request, response) => {
    asked.push(request.url!)
    const answer = answers.get(request.url!)
    if (answer) answer(response, request)
    else response.writeHead(404).end('none')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    standIn: { addresses: ['127.0.0.1'], ca: cert },
    asked,
    at(place, answer) {
      answers.set(
        place,
        typeof answer === 'function' ? answer : (response) => void response.end(Buffer.from(answer)),
      )
      return `https://${host}${place}`
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const picture = (colour: string, width = 300, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()

/** [width, height] by the header of an AVIF, which the application's sharp does not decode. */
export function sizeOfAvif(bytes: Buffer): [number, number] {
  const at = bytes.indexOf('ispe')
  if (bytes.subarray(4, 12).toString() !== 'ftypavif' || at < 0) throw new Error('no AVIF')
  return [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
}
