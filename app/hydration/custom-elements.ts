/** At build time only (vite.config.ts). */
import type { Plugin } from 'vite'

export const ELEMENT = /\/([\w-]+\.element)\.ts$/

/** A name cannot be defined twice: a changed one needs a new page. */
export const customElementsPlugin: Plugin = {
  name: 'custom-elements',
  handleHotUpdate({ file, server }) {
    if (!ELEMENT.test(file)) return
    server.ws.send({ type: 'full-reload' })
    return []
  },
}
