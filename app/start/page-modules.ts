/** Addresses of what a page's scripts are made of. */
export interface PageModules {
  manifest: string
  /** By the id of the route. */
  routes: Record<string, string>
  entry: string
  /** What those import. */
  imports: string[]
  /** The whole sheet. */
  sheet: string
}
