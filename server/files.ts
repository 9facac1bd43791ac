import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { chooseEncoding, type ContentEncoding } from './encoding'
import { matchesEtag } from './etags'
import { getUrlPath } from '~/platform/formats/url-path'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

const FINGERPRINTED = '/assets/'

export interface StaticFile {
  type: string
  cacheControl: string
  tag: string
  bodies: Partial<Record<ContentEncoding, Buffer>> & { identity: Buffer }
}

/** The files of a build by URL path, with the assets of the two builds before it for tabs that are still open (scripts/build.mjs). */
export function readBuiltFiles(buildFolder: string): Map<string, StaticFile> {
  const files = readStaticFiles(path.join(buildFolder, 'client'))
  for (const name of ['1', '2']) {
    const folder = path.join(buildFolder, 'former', name)
    if (!fs.existsSync(folder)) continue
    for (const [url, file] of readStaticFiles(folder, FINGERPRINTED))
      if (!files.has(url)) files.set(url, file)
  }
  return files
}

/** Lists the files by URL path. Only these are served, so that no path can escape the folder. */
function readStaticFiles(folder: string, below = '/'): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.br') || entry.name.endsWith('.gz')) continue
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    const url = `${below}${path.relative(folder, file).split(path.sep).join('/')}`
    const identity = fs.readFileSync(file)
    files.set(url, {
      type: TYPES[path.extname(file).toLowerCase()] ?? 'application/octet-stream',
      cacheControl: url.startsWith(FINGERPRINTED)
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      tag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
      bodies: { identity, ...readIf(`${file}.br`, 'br'), ...readIf(`${file}.gz`, 'gzip') },
    })
  }
  return files
}

function readIf(file: string, encoding: ContentEncoding): Partial<Record<ContentEncoding, Buffer>> {
  return fs.existsSync(file) ? { [encoding]: fs.readFileSync(file) } : {}
}

export const isFilePath = (files: Map<string, StaticFile>, path: string): boolean =>
  files.has(path) || path.startsWith(FINGERPRINTED)

/** 'missing': a fingerprinted file does not exist. Null: the application answers. */
export function findFile(files: Map<string, StaticFile>, url: string): StaticFile | 'missing' | null {
  const name = decodeURIComponent(getUrlPath(url))
  return files.get(name) ?? (name.startsWith(FINGERPRINTED) ? 'missing' : null)
}

export function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const encoding = chooseEncoding(
    request.headers['accept-encoding'],
    Object.keys(file.bodies) as ContentEncoding[],
  )
  const body = file.bodies[encoding]!
  const etag = `"${file.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  response.setHeader('Cache-Control', file.cacheControl)
  response.setHeader('ETag', etag)
  if (Object.keys(file.bodies).length > 1) response.setHeader('Vary', 'Accept-Encoding')
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304).end()
    return
  }
  response.setHeader('Content-Type', file.type)
  response.setHeader('Content-Length', body.byteLength)
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body)
}
