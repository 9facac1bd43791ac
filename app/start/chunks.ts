/** Runs at build time only (vite.config.ts). */
import type { Rollup } from 'vite'

type Graph = Pick<Rollup.ManualChunkMeta, 'getModuleInfo' | 'getModuleIds'>

/**
 * One chunk of what every page needs (the libraries and the frame), one of what only account pages share. Rollup divides the rest
 * by the routes and dialogs that use it; `onlyExplicitManualChunks` keeps it from adding what these two import to them.
 */
export function chunkOf(id: string, graph: Graph): string | undefined {
  const { frame, account } = divide(graph)
  return frame.has(id) ? 'frame' : account.has(id) ? 'account' : undefined
}

const divided = new WeakMap<Graph['getModuleIds'], { frame: Set<string>; account: Set<string> }>()

function divide(graph: Graph) {
  const known = divided.get(graph.getModuleIds)
  if (known) return known
  const ids = [...graph.getModuleIds()]
  const isRoute = (id: string) => /\/app\/routes\//.test(id)
  const frame = reachable(
    graph,
    ids.filter((id) => /\/app\/(?:root|entry\.client)\.tsx/.test(id)),
  )
  const [own, others] = [
    /\/app\/routes\/account\//,
    /\/app\/(?:routes\/(?!account\/)|shell\/dialogs\.tsx)/,
  ].map((path) =>
    reachable(
      graph,
      ids.filter((id) => path.test(id)),
    ),
  ) as [Set<string>, Set<string>]
  const account = new Set([...own].filter((id) => !frame.has(id) && !others.has(id) && !isRoute(id)))
  // Its module starts React, which must wait for those of the routes.
  for (const id of frame) if (/\/app\/entry\.client\.tsx/.test(id)) frame.delete(id)
  const result = { frame, account }
  divided.set(graph.getModuleIds, result)
  return result
}

/** With everything that is imported at once, not on demand. */
function reachable({ getModuleInfo }: Graph, from: string[]): Set<string> {
  const found = new Set<string>()
  const todo = [...from]
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    if (found.has(id)) continue
    found.add(id)
    todo.push(...(getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
