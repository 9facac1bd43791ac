import type { AppLoadContext } from '@remix-run/node'
import { expireCookie, writeCookie } from '~/http/cookies.server'
import type { Caller } from './sign-in.server'

export const readCaller = (request: Request, context: AppLoadContext): Caller => ({
  address: context.clientAddress ?? '',
  agent: request.headers.get('User-Agent'),
})

export const withDeskToken = (token: string) => new Headers({ 'Set-Cookie': writeCookie('desk', token) })

export const withoutDeskToken = () => new Headers({ 'Set-Cookie': expireCookie('desk') })
