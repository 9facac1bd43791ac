/** What Remix asks of routes: pages export `headers` and `shouldRevalidate`, routes with a form `clientAction`. */
export { clientAction } from './client-action'
export { headers } from './page'
export { shouldRevalidate } from './revalidation'
