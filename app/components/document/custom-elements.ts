import type { Plugin } from 'vite'

export const ELEMENT = /\/([\w-]+\.element)\.ts$/

/** An element's name cannot be defined twice, so that a changed element needs a reload. */
export const customElementsPlugin: Plugin = {
  name: 'custom-elements',
  handleHotUpdate({ file, server }) {
    if (!ELEMENT.test(file)) return
    server.ws.send({ type: 'full-reload' })
    return []
  },
}
