/** What this server passes to the application; absent under plain remix-serve. */
export interface ServerContext {
  clientAddress: string
  requestId: string
}
