import { LRUCache } from 'lru-cache'
import { createElement, Fragment, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'

const BYTES = 8 * 1024 * 1024

interface Kept {
  element: ReactElement
  bytes: number
}

const kept = new LRUCache<string, Kept>({ maxSize: BYTES, sizeCalculation: ({ bytes }) => bytes })

type Part = (props: never) => ReactElement

const numbers = new WeakMap<Part, number>()
let last = 0

function numberOf(part: Part): number {
  let number = numbers.get(part)
  if (number === undefined) numbers.set(part, (number = ++last))
  return number
}

/** The element of HTML that a part without hooks is, whose content is a text already. */
export function keepPart(part: Part, props: object): ReactElement {
  const key = `${numberOf(part)} ${JSON.stringify(props)}`
  const known = kept.get(key)
  if (known) return known.element
  let root = part(props as never)
  while (typeof root.type === 'function') root = (root.type as Part)(root.props as never)
  const { children, ...attributes } = root.props as { children?: ReactElement }
  const __html = renderToString(createElement(Fragment, null, children))
  const element = createElement(root.type, { ...attributes, dangerouslySetInnerHTML: { __html } })
  kept.set(key, { element, bytes: 2 * (key.length + __html.length) })
  return element
}
