import http from 'node:http'

const PAGE = `<!DOCTYPE html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A trivial page</title>
</head>
<body>
<h1>A trivial page</h1>
<p>It has no style, no script and no picture: what it takes is the browser's and the machine's own.</p>
</body>
</html>
`

/** Serves a page to compare with, by this process. @returns {Promise<{ url: string, close: () => void }>} */
export async function serveTrivialPage() {
  const server = http.createServer((request, response) => {
    const isIcon = request.url === '/favicon.ico'
    response.writeHead(isIcon ? 204 : 200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(isIcon ? undefined : PAGE)
  })
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://localhost:${port}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
