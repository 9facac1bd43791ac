import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { AggregatorRegistry } from 'prom-client'
import { errorFacts, log } from '~/platform/log.server'
import { mergeRegistries, type Snapshot } from './metrics'
import { getUrlPath } from '~/platform/formats/url-path'

export interface MetricsServer {
  port: number
  stop(): Promise<void>
}

export function listenMetrics(
  port: number,
  host: string,
  read: () => Promise<Snapshot>,
  setting = 'METRICS_PORT',
): Promise<MetricsServer> {
  let reading: Promise<string> | undefined
  const text = () =>
    (reading ??= read()
      .then((snapshot) => mergeRegistries([snapshot]).metrics())
      .finally(() => (reading = undefined)))

  const server = http.createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
    const path = getUrlPath(request.url ?? '')
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'Content-Type': 'text/plain' })
      return response.end('Not Found\n')
    }
    void text().then(
      (body) => {
        response.writeHead(200, {
          'Content-Type': AggregatorRegistry.PROMETHEUS_CONTENT_TYPE,
          'Cache-Control': 'no-store',
        })
        response.end(body)
      },
      (error: unknown) => {
        log('error', 'metrics not read', errorFacts(error))
        response.writeHead(500).end()
      },
    )
  })
  server.maxConnections = 50

  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new Error(`${setting}: ${port} is taken by another program.`) : error,
      ),
    )
    server.listen(port, host, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        stop: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
          }),
      }),
    )
  })
}
