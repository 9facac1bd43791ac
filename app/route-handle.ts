/** What a route module's `handle` says of its route. Literals only: browsers get it too. */
export interface RouteHandle {
  /** Answers may be the same for every guest, and reading them changes nothing. Cache-Control says whether one is. */
  cache?: 'guests'
  /** Under overload: 'report' is a network's, if it has the network's secret; 'money' a POST that moves money; 'desk' pages of operators. */
  priority?: 'report' | 'money' | 'desk'
}
