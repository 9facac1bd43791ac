import type { FunctionComponent, ReactElement } from 'react'

type Part<Props> = (props: Props) => ReactElement

type Keep = (part: Part<never>, props: object) => ReactElement

let keep: Keep | null = null

/** Called by the server before its first page. With null every part is rendered each time. */
export const keepPartsBy = (kept: Keep | null) => {
  keep = kept
}

/**
 * A component whose HTML depends on its props alone, which are plain JSON: no hook, no context. The server keeps what it renders
 * (rendered-parts.server.ts); the browser renders it as usual, and finds the same HTML.
 */
export const once = <Props extends object>(part: Part<Props>): FunctionComponent<Props> =>
  import.meta.env.SSR ? (props) => (keep ? keep(part as Part<never>, props) : part(props)) : part
