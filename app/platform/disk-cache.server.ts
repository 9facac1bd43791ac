/** A cache on disk shared by processes, limited in bytes. Files must be reproducible: the least used are deleted. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { findErrorCode } from './error-causes'

export interface DiskCache {
  read(name: string): Promise<Buffer | null>
  /** Throws if the disk refuses. */
  write(name: string, bytes: Uint8Array): Promise<void>
  remove(names: readonly string[]): Promise<void>
  clear(): Promise<number>
}

interface CachedFile {
  file: string
  bytes: number
  usedAt: number
  isTemporary: boolean
}

/** Milliseconds between recorded uses of a file: a write for each read would cost more than the read. */
const TOUCH_INTERVAL = 3_600_000
const ABANDONED_MS = 600_000
/** Shares of the limit: bytes written between two scans, the size above which to trim, and the size to trim to. */
const LOOK = 0.01
const HIGH = 0.85
const LOW = 0.8

/** `limit` is in bytes. Names may have letters, digits, dots and dashes. */
export function openDiskCache(folder: string, limit: number): DiskCache {
  const getPath = (name: string) => path.join(folder, name.slice(0, 2), name)
  // Infinity makes the first write scan the folder, where earlier processes may have left files.
  let written = Infinity
  let trimming: Promise<void> | undefined

  return {
    read: (name) => readFile(getPath(name)),
    async write(name, bytes) {
      await writeWhole(getPath(name), bytes)
      written += bytes.byteLength
      if (written > limit * LOOK && !trimming) {
        written = 0
        trimming = trim(folder, limit).finally(() => (trimming = undefined))
      }
      await trimming
    },
    async remove(names) {
      for (const name of names) await fs.rm(getPath(name), { force: true })
    },
    async clear() {
      const found = await list(folder)
      for (const { file } of found) await fs.rm(file, { force: true })
      return found.filter(({ isTemporary }) => !isTemporary).length
    },
  }
}

async function readFile(place: string): Promise<Buffer | null> {
  let file: fs.FileHandle | undefined
  try {
    file = await fs.open(place, 'r')
    const [bytes, { mtimeMs, atime }] = await Promise.all([file.readFile(), file.stat()])
    if (Date.now() - mtimeMs > TOUCH_INTERVAL) await fs.utimes(place, atime, new Date())
    return bytes.byteLength ? bytes : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  } finally {
    await file?.close()
  }
}

async function writeWhole(place: string, bytes: Uint8Array): Promise<void> {
  await fs.mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  const temporary = `${place}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`
  try {
    const file = await fs.open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      // Otherwise a power cut may leave an empty file under the name.
      await file.sync()
    } finally {
      await file.close()
    }
    await fs.rename(temporary, place)
  } catch (error) {
    await fs.rm(temporary, { force: true })
    throw error
  }
}

async function trim(folder: string, limit: number): Promise<void> {
  const found = await list(folder)
  const now = Date.now()
  const files: CachedFile[] = []
  for (const each of found)
    if (!each.isTemporary) files.push(each)
    else if (now - each.usedAt > ABANDONED_MS) await fs.rm(each.file, { force: true })
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= limit * HIGH) return
  files.sort((a, b) => a.usedAt - b.usedAt)
  for (const { file, bytes } of files) {
    if (total <= limit * LOW) break
    await fs.rm(file, { force: true })
    total -= bytes
  }
}

/** Skips files that another process deletes between readdir() and stat(). */
async function list(folder: string): Promise<CachedFile[]> {
  const found: CachedFile[] = []
  for (const shard of await namesIn(folder))
    for (const name of await namesIn(path.join(folder, shard))) {
      const file = path.join(folder, shard, name)
      try {
        const { size, mtimeMs } = await fs.stat(file)
        found.push({ file, bytes: size, usedAt: mtimeMs, isTemporary: name.endsWith('.tmp') })
      } catch (error) {
        if (!isGone(error)) throw error
      }
    }
  return found
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await fs.readdir(folder)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

const isGone = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(findErrorCode(error) ?? '')
