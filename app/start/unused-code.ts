/** Runs at build time only (vite.config.ts). */
import type { Plugin } from 'vite'

interface Cut {
  /** End of the module's path. */
  file: string
  /** Stands once in it. */
  text: string
  by: string
}

/** What the libraries of the browser's code carry for features that this application does not have, and cannot be shaken off. */
const CUTS: Cut[] = [
  // The roots of React before 18.
  ...[
    'exports.hydrate=function(a,b,c){if(!ol(b))throw Error(p(200));return rl(null,a,b,!0,c)};',
    'exports.render=function(a,b,c){if(!ol(b))throw Error(p(200));return rl(null,a,b,!1,c)};',
    'exports.unmountComponentAtNode=function(a){if(!ol(a))throw Error(p(40));return a._reactRootContainer?(Rk(function(){rl(null,null,a,!1,function(){a._reactRootContainer=null;a[uf]=null})}),!0):!1};',
    'exports.unstable_renderSubtreeIntoContainer=function(a,b,c,d){if(!ol(c))throw Error(p(200));if(null==a||void 0===a._reactInternals)throw Error(p(38));return rl(a,b,c,!1,d)};',
  ].map((text) => ({ file: 'react-dom/cjs/react-dom.production.min.js', text, by: '' })),
  {
    // Requests of before single fetch, and their deferred data.
    file: '@remix-run/react/dist/esm/routes.js',
    text: 'async function fetchServerHandler(request, route) {',
    by: "async function fetchServerHandler(request, route) {\n  throw new Error('Only single fetch');",
  },
  {
    // Remix's own page while clientLoaders run, which no route has.
    file: '@remix-run/react/dist/esm/errorBoundaries.js',
    text: 'renderScripts ? /*#__PURE__*/React.createElement(Scripts, null) : null',
    by: 'null',
  },
  {
    // Messages for developers about the next version.
    file: 'react-router/dist/index.js',
    text: 'function logV6DeprecationWarnings(renderFuture, routerFuture) {',
    by: 'function logV6DeprecationWarnings(renderFuture, routerFuture) {\n  return;',
  },
  {
    file: '@remix-run/router/dist/router.js',
    text: 'function isDeferredResult(result) {',
    by: 'function isDeferredResult(result) {\n  return false;',
  },
  {
    file: '@remix-run/router/dist/router.js',
    text: 'function isDeferredData(value) {',
    by: 'function isDeferredData(value) {\n  return false;',
  },
  // View transitions, which no link asks for.
  ...[
    ['if (!viewTransitionOpts || isViewTransitionUnavailable) {', 'if (true) {'],
    ['if (vtContext.isTransitioning && !vtContext.flushSync) {', 'if (false) {'],
    ['if (renderDfd && pendingState && router.window) {', 'if (false) {'],
    ['if (renderDfd && pendingState && state.location.key === pendingState.location.key) {', 'if (false) {'],
    ['if (!vtContext.isTransitioning && interruption) {', 'if (false) {'],
  ].map(([text, by]) => ({ file: 'react-router-dom/dist/index.js', text: text!, by: by! })),
  ...[
    ['if (pendingAction === Action.Pop) {\n      // Forward', 'if (false) {\n      // Forward'],
    ['} else if (pendingViewTransitionEnabled) {', '} else if (false) {'],
    ['if (isBrowser) {\n      // FIXME', 'if (false) {\n      // FIXME'],
    // Routes that a page learns of later. The build's manifest has all.
    ['if (patchRoutesOnNavigationImpl) {', 'if (false) {'],
    ['if (!patchRoutesOnNavigationImpl) {', 'if (true) {'],
  ].map(([text, by]) => ({ file: '@remix-run/router/dist/router.js', text: text!, by: by! })),
]

/** Vite's, for the styles of chunks that are loaded on demand, of which there are none. */
const PRELOAD_HELPER = '\0vite/preload-helper.js'

/** Fails the build if one of the texts is not there any more, so that an update of a library cannot go wrong unseen. */
export const unusedCodePlugin: Plugin = {
  name: 'unused-code',
  apply: 'build',
  transform(code, id, options) {
    if (options?.ssr) return null
    if (id === PRELOAD_HELPER) return { code: withoutPreloads(code), map: null }
    const found = CUTS.filter(({ file }) => id.endsWith(`/node_modules/${file}`))
    return found.length ? { code: found.reduce(applyCut, code), map: null } : null
  },
}

/** For a build whose chunks on demand have no styles of their own. Throws on a helper that it does not know. */
export function withoutPreloads(code: string): string {
  const [, ...others] = code.match(/export /g) ?? []
  if (!code.includes('export const __vitePreload =') || others.length)
    throw new Error(`Vite writes its preload helper in another way: ${code.slice(0, 200)}`)
  return 'export const __vitePreload = (load) => load()'
}

export function applyCut(code: string, { file, text, by }: Cut): string {
  if (code.split(text).length !== 2) throw new Error(`${file} does not have this once: ${text}`)
  return code.replace(text, () => by)
}
