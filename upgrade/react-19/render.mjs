// React 19 as a module beside React 18, whose packages have the same names.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createElement, version } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

export { createElement, version }

/** As app/http/render-html.server.ts renders a page. @param {import('react').ReactElement} page @returns {Promise<string>} */
export const renderPage = (page) =>
  new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onShellError: reject,
      onAllReady: () => void text(pipe(new PassThrough())).then(resolve, reject),
    })
  })
