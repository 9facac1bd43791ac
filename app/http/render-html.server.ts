import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/** The whole page, once nothing in it is pending. Rejects with the first error, which Remix reports and shows as a page. */
export function renderHtml(page: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const { pipe } = renderToPipeableStream(page, {
      // Otherwise React moves large content behind a script.
      progressiveChunkSize: Infinity,
      onShellError: reject,
      onError: (error) => {
        failure ??= error
      },
      onAllReady: () => {
        if (failure) reject(failure)
        else text(pipe(new PassThrough())).then((html) => resolve(removeNul(html)), reject)
      },
    })
  })
}

/** React 18 fills its buffers with NUL where a character of several bytes does not fit in. No text of ours has one. */
const removeNul = (html: string) => html.replaceAll('\0', '')
