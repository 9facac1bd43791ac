/** What a route module's `handle` says of its route, and a layout's of all routes below it. Literals only: browsers get it too. */
export interface RouteHandle {
  /** Answers may be the same for every guest, and reading them changes nothing. Cache-Control says whether one is. */
  cache?: 'guests'
  /** Under overload: 'report' is a network's, if it has the network's secret; 'money' a POST that moves money; 'desk' pages of operators. */
  priority?: 'report' | 'money' | 'desk'
  /** How its failures are written, because no person reads them; absent: as a page. */
  failures?: 'text' | 'json'
  /** A call of the JSON API: it may be a PUT, or come from an origin of API_ORIGINS. */
  api?: true
  /** Accepts any query: an odd character must not lose a report of money. readParameters() cleans it. */
  query?: 'any'
  /** The last segment names a file of this folder of DATA_DIR, which the server sends if it is there. */
  folder?: 'images'
  /** A POST may change whose browser this is: the service worker then deletes its copies. */
  changesMember?: true
  sitemap?: true
}
