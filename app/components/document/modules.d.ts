declare module '*?inline-script' {
  const script: string
  export default script
}

declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/node'
  export const routes: ServerBuild['routes']
  export const assets: ServerBuild['assets']
}
