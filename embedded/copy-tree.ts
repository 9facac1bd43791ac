/** Copies of folders with the SHA-256 of each file. */
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

export interface Tree {
  /** Relative, with '/', parents first. */
  folders: string[]
  /** `size` in bytes, `sha256` in hexadecimal. */
  files: { path: string; size: number; sha256: string }[]
}

interface Copying {
  /** Relative paths that are left out, with what is in them. */
  skip?: readonly string[]
  owner?: { uid: number; gid: number } | undefined
}

const CHUNK = 1 << 20

/** `to` must not exist. Throws for anything but folders and files, such as the link of a tablespace. */
export async function copyTree(from: string, to: string, { skip = [], owner }: Copying = {}): Promise<Tree> {
  const tree: Tree = { folders: [], files: [] }
  const own = async (place: string, mode: number) => {
    await fs.chmod(place, mode)
    if (owner) await fs.chown(place, owner.uid, owner.gid)
  }
  const copyFolder = async (relative: string): Promise<void> => {
    const target = path.join(to, relative)
    await fs.mkdir(target)
    await own(target, 0o700)
    const entries = await fs.readdir(path.join(from, relative), { withFileTypes: true })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const name = path.posix.join(relative, entry.name)
      if (skip.includes(name)) continue
      if (entry.isDirectory()) {
        tree.folders.push(name)
        await copyFolder(name)
      } else if (entry.isFile()) {
        tree.files.push({ path: name, ...(await hashFile(path.join(from, name), path.join(to, name))) })
        await own(path.join(to, name), 0o600)
      } else throw new Error(`${path.join(from, name)} is neither a folder nor a file`)
    }
  }
  await copyFolder('')
  return tree
}

/** Many at a time, because the file system writes its journal once for all that wait. */
const AT_ONCE = 64

/** Flushes what copyTree() has written to the disk. */
export async function flushTree(folder: string, { folders, files }: Tree): Promise<void> {
  const names = [...files.map((file) => file.path), ...folders, '']
  for (let from = 0; from < names.length; from += AT_ONCE)
    await Promise.all(names.slice(from, from + AT_ONCE).map((name) => flush(path.join(folder, name))))
}

async function flush(place: string): Promise<void> {
  const handle = await fs.open(place)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads the file once; with `to` it is copied there, too. */
export async function hashFile(from: string, to?: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(CHUNK)
  const source = await fs.open(from)
  const target = to === undefined ? null : await fs.open(to, 'wx', 0o600)
  let size = 0
  try {
    for (;;) {
      const { bytesRead } = await source.read(buffer, 0, CHUNK)
      if (!bytesRead) break
      const part = buffer.subarray(0, bytesRead)
      hash.update(part)
      await target?.writeFile(part)
      size += bytesRead
    }
  } finally {
    await source.close()
    await target?.close()
  }
  return { size, sha256: hash.digest('hex') }
}

/** What differs, in words: at most one line a path. */
export function compareTrees(is: Tree, should: Tree): string[] {
  const found = new Map(is.files.map((file) => [file.path, file]))
  const known = new Set(should.files.map(({ path: name }) => name))
  const folders = new Set(is.folders)
  return [
    ...should.folders.filter((name) => !folders.has(name)).map((name) => `${name} is missing`),
    ...should.files.flatMap(({ path: name, sha256 }) => {
      const file = found.get(name)
      if (!file) return [`${name} is missing`]
      return file.sha256 === sha256 ? [] : [`${name} has another sum`]
    }),
    ...is.files.filter(({ path: name }) => !known.has(name)).map(({ path: name }) => `${name} was added`),
  ]
}
