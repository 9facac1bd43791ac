/** Runs at build time only (vite.config.ts). */
import type { Rollup } from 'vite'
import { ELEMENT } from './custom-elements'

type Graph = Pick<Rollup.ManualChunkMeta, 'getModuleInfo' | 'getModuleIds'>

/**
 * One chunk of each custom element with what it imports, one of what every page needs (the libraries and the frame), one of what only
 * account pages share. Rollup divides the rest by the routes and dialogs that use it; `onlyExplicitManualChunks` keeps it from adding
 * what these import to them.
 */
export function chunkOf(id: string, graph: Graph): string | undefined {
  const { elements, frame, account } = divide(graph)
  return elements.get(id) ?? (frame.has(id) ? 'frame' : account.has(id) ? 'account' : undefined)
}

interface Division {
  /** Name of the chunk by the id of the module. */
  elements: Map<string, string>
  frame: Set<string>
  account: Set<string>
}

const divided = new WeakMap<Graph['getModuleIds'], Division>()

function divide(graph: Graph): Division {
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
  const elements = new Map(
    ids.flatMap((id) => {
      const [, name] = ELEMENT.exec(id) ?? []
      return name ? [...reachable(graph, [id])].map((part) => [part, name] as const) : []
    }),
  )
  const result = { elements, frame, account }
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
