/** What a route's `handle` declares; a layout's handle applies to all routes below. Use literals: browsers get it. */
export interface RouteHandle {
  /** Answers may be the same for every guest, and reading has no effects. Cache-Control says whether one is shared. */
  cache?: 'guests'
  /** Under overload 'report' needs the network's secret; 'money' is a POST that moves money; 'desk' is operators'. */
  priority?: 'report' | 'money' | 'desk'
  /** How failures are written; absent: as a page. */
  failures?: 'text' | 'json'
  /** What failed where the page's data are lost on the way. */
  lost?: string
  /** A call of the JSON API, which may be a PUT or come from API_ORIGINS. */
  api?: true
  /**
   * 'mixed', a form with a file and other fields: a file that is too large is read, so that what was typed comes back. 'file', a form with a
   * file alone: it is not read, and the loader returns `refusal` of the load context to the form's page.
   */
  body?: 'mixed' | 'file'
  /** Accepts any query: an odd character must not lose a report of money. readParameters() cleans it. */
  query?: 'any'
  /** The folder of DATA_DIR whose files the server sends without the application. */
  folder?: 'images'
  sitemap?: true
}
