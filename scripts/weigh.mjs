// `npm run weigh`: the browser's scripts after brotli, by chunk, and by library and folder; `-- --modules`: by module.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'
import { ensureInstalled } from './install.mjs'

process.env.BUILD_DIR = '.cache/weigh'
process.env.NODE_ENV = 'production'
const root = path.resolve(fileURLToPath(import.meta.url), '../..')

/** @param {string | Uint8Array} code */
const brotli = (code) => zlib.brotliCompressSync(code).length

/** @param {string} id */
function findLibrary(id) {
  const file = id.replaceAll('\0', '').split('?')[0] ?? ''
  const parts = file.split('node_modules/').slice(1).at(-1)?.split('/')
  if (parts) return parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join('/')
  return path.relative(root, file).split('/').slice(0, 2).join('/') || file
}

await ensureInstalled(console.log)
const { build, transformWithEsbuild } = await import('vite')
const words = process.argv.slice(2)

const chunks = /** @type {import('vite').Rollup.OutputChunk[]} */ ([])
await build({
  root,
  logLevel: 'error',
  plugins: [
    {
      name: 'weigh',
      generateBundle: (_, bundle) => {
        for (const part of Object.values(bundle)) if (part.type === 'chunk') chunks.push(part)
      },
    },
  ],
})

/** @param {Record<string, { code: string | null }>} modules */
async function weighLibraries(modules) {
  /** @type {Map<string, string>} */
  const codes = new Map()
  for (const [id, { code }] of Object.entries(modules)) {
    const name = words.includes('--modules') ? path.relative(root, id) : findLibrary(id)
    codes.set(name, (codes.get(name) ?? '') + (code ?? ''))
  }
  const rows = []
  for (const [name, code] of codes) {
    const { code: small } = await transformWithEsbuild(code, 'library.js', {
      minify: true,
      treeShaking: false,
    })
    rows.push({ name, minified: small.length, brotli: brotli(small) })
  }
  return rows.sort((a, b) => b.brotli - a.brotli)
}

console.log('Each chunk: its bytes after brotli, and its parts, minified and compressed by themselves\n')
for (const chunk of chunks.toSorted((a, b) => b.code.length - a.code.length)) {
  console.log(`${chunk.fileName}: ${brotli(chunk.code)}`)
  const rows = await weighLibraries(chunk.modules)
  for (const { name, minified, brotli: small } of rows.filter((row) => row.brotli > 300))
    console.log(`  ${String(minified).padStart(8)} ${String(small).padStart(7)}  ${name}`)
}
