/**
 * The Remix options, in one object; vite.config.ts hands it to the plugin.
 *
 * v3_lazyRouteDiscovery is off on purpose: with it every link on a page asks /__manifest, which costs a slow phone
 * more requests than the one immutable manifest file.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIR || 'build',
  ssr: true,
  ignoredRouteFiles: ['**/*'],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
}
