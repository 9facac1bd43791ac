// What grew between two heap snapshots of V8, and what holds it.
import fs from 'node:fs'

interface Snapshot {
  snapshot: {
    meta: {
      node_fields: string[]
      node_types: [string[], ...unknown[]]
      edge_fields: string[]
      edge_types: [string[], ...unknown[]]
    }
  }
  nodes: number[]
  edges: number[]
  strings: string[]
}

interface Grown {
  /** Kind and name, such as 'object Map'. */
  what: string
  count: number
  kilobytes: number
  /** The path from a root by which most of them are reached first, without indexes. */
  heldBy: string
}

const HELD = 8

/** The kinds of objects that grew by most bytes, largest first. */
export function compareSnapshots(before: string, after: string, most = 12): Grown[] {
  const old = sizesIn(readHeap(before))
  const heap = readHeap(after)
  const grown = [...sizesIn(heap)]
    .map(([what, { count, bytes }]) => ({
      what,
      count: count - (old.get(what)?.count ?? 0),
      kilobytes: (bytes - (old.get(what)?.bytes ?? 0)) / 1024,
    }))
    .toSorted((a, b) => b.kilobytes - a.kilobytes)
    .slice(0, most)
  const paths = pathsTo(heap, new Set(grown.map(({ what }) => what)))
  return grown.map((one) => ({ ...one, heldBy: paths.get(one.what) ?? '' }))
}

interface Heap extends Snapshot {
  count: number
  kindOf: (node: number) => string
  sizeOf: (node: number) => number
  edgesOf: (node: number) => number
}

function readHeap(file: string): Heap {
  const parsed = JSON.parse(fs.readFileSync(file, 'utf8')) as Snapshot
  const { snapshot, nodes, strings } = parsed
  const fields = snapshot.meta.node_fields
  const [kinds] = snapshot.meta.node_types
  const at = (name: string) => fields.indexOf(name)
  const [kindAt, nameAt, sizeAt, edgesAt] = [at('type'), at('name'), at('self_size'), at('edge_count')]
  return {
    ...parsed,
    count: nodes.length / fields.length,
    sizeOf: (node) => nodes[node * fields.length + sizeAt]!,
    edgesOf: (node) => nodes[node * fields.length + edgesAt]!,
    kindOf: (node) => {
      const kind = kinds[nodes[node * fields.length + kindAt]!]!
      const isNamed = ['object', 'closure', 'native', 'hidden', 'code', 'object shape', 'synthetic'].includes(
        kind,
      )
      return isNamed ? `${kind} ${strings[nodes[node * fields.length + nameAt]!]!.slice(0, 60)}` : kind
    },
  }
}

function sizesIn({ count, kindOf, sizeOf }: Heap): Map<string, { count: number; bytes: number }> {
  const sizes = new Map<string, { count: number; bytes: number }>()
  for (let node = 0; node < count; node++) {
    const what = kindOf(node)
    const size = sizes.get(what) ?? { count: 0, bytes: 0 }
    size.count++
    size.bytes += sizeOf(node)
    sizes.set(what, size)
  }
  return sizes
}

/** Breadth first from the root; for each kind the path that most of its objects have in common. */
function pathsTo(heap: Heap, wanted: Set<string>): Map<string, string> {
  const { count, edges, snapshot, strings, kindOf, edgesOf } = heap
  const width = snapshot.meta.edge_fields.length
  const [edgeKinds] = snapshot.meta.edge_types
  const first = new Uint32Array(count + 1)
  for (let node = 0; node < count; node++) first[node + 1] = first[node]! + edgesOf(node)
  const parent = new Int32Array(count).fill(-1)
  const by: string[] = []
  const queue = [0]
  for (const node of queue)
    for (let edge = first[node]!; edge < first[node + 1]!; edge++) {
      const [kind, name, to] = [
        edges[edge * width]!,
        edges[edge * width + 1]!,
        edges[edge * width + 2]! / snapshot.meta.node_fields.length,
      ]
      const edgeKind = edgeKinds[kind]!
      if (to === 0 || parent[to] !== -1 || edgeKind === 'weak') continue
      parent[to] = node
      by[to] = edgeKind === 'element' || edgeKind === 'hidden' ? '[]' : `.${strings[name]}`
      queue.push(to)
    }
  const paths = new Map<string, Map<string, number>>()
  for (let node = 0; node < count; node++) {
    const what = kindOf(node)
    if (!wanted.has(what)) continue
    let text = ''
    for (let up = node, n = 0; up > 0 && n < HELD; up = parent[up]!, n++) text = `${by[up] ?? ''} ${text}`
    const known = paths.get(what) ?? new Map<string, number>()
    known.set(text, (known.get(text) ?? 0) + 1)
    paths.set(what, known)
  }
  return new Map(
    [...paths].map(([what, found]) => [what, [...found].toSorted((a, b) => b[1] - a[1])[0]![0].trim()]),
  )
}
