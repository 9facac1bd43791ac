/** Addresses of what a page's scripts are made of. */
export interface PageModules {
  manifest: string
  /** By the id of the route. */
  routes: Record<string, string>
  entry: string
  /** What those import. */
  imports: string[]
  /** Those of the imports that are custom elements, which need not wait for the others. */
  elements: string[]
  /** The whole sheet. */
  sheet: string
}
