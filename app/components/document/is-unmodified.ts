import { digestOutline, outlineNodes } from './outline'

/** React would discard a modified page, such as a translated one, together with the visitor's input. */
export function isUnmodified(): boolean {
  const { head, body, documentElement } = document
  const end = body.querySelector<HTMLElement>(':scope > template[data-outline]')
  if (!end) return import.meta.env.DEV
  const [count, expected] = end.dataset.outline!.split(' ')
  const nodes = [...body.childNodes]
  const actual =
    outlineNodes([...head.children].slice(0, Number(count))) +
    outlineNodes(nodes.slice(0, nodes.indexOf(end)))
  return documentElement.children.length === 2 && digestOutline(actual) === expected
}
