/** What Remix asks of routes: pages export `headers` and `shouldRevalidate`, routes with a form `clientAction`. */
export { clientAction } from './form/client-action'
export { headers } from './page'
export { shouldRevalidate } from './form/revalidation'
