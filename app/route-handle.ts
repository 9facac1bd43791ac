/** A layout's is of all routes below. Literals only: browsers get it. */
export interface RouteHandle {
  /** The same for every guest, without effects. Cache-Control decides. */
  cache?: 'guests'
  /** 'report': with the network's secret; 'money': a POST that moves it. */
  priority?: 'report' | 'money' | 'desk'
  /** Absent: as a page. */
  failures?: 'text' | 'json'
  /** May be a PUT, or from API_ORIGINS. */
  api?: true
  /** An odd character must not lose a report of money. readParameters() cleans it. */
  query?: 'any'
  /** Of DATA_DIR: the server sends its files. */
  folder?: 'images'
  /** A POST may change whose browser this is: the service worker then deletes its copies. */
  changesMember?: true
  sitemap?: true
}
