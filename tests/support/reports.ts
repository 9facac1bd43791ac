import { receivePostback } from '~/domain/tracking/inbox.server'

export const throwError = (error: unknown): never => {
  throw error
}

/** Receives a network's report as its call does, and returns the result. An error fails the test. */
export const sendReport = async (raw: Record<string, string>, network = 'trackier', method = 'GET') =>
  (await receivePostback({ network, method, raw }, throwError))!
