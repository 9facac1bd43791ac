/** What only this server tells the application; absent under plain remix-serve. */
export interface ServerContext {
  clientAddress: string
  requestId: string
}
