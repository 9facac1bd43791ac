import type { AppLoadContext } from '@remix-run/node'
import { expireCookie, writeCookie } from '~/http/cookies.server'
import type { Caller } from './sign-in.server'

export const readCaller = (request: Request, context: AppLoadContext): Caller => ({
  address: context.clientAddress ?? '',
  agent: request.headers.get('User-Agent'),
})

/** Where scripts read the data of '/Desk' itself: the path '/Desk' of a cookie does not cover it, and no request gets both. */
const DATA_PATH = '/Desk.data'

const toHeaders = (cookies: string[]) =>
  new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]))

export const withDeskToken = (token: string) =>
  toHeaders([writeCookie('desk', token), writeCookie('desk', token, { path: DATA_PATH })])

export const withoutDeskToken = () => toHeaders([expireCookie('desk'), expireCookie('desk', DATA_PATH)])
