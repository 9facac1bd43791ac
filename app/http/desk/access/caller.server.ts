import type { AppLoadContext } from '@remix-run/node'
import { expireCookie, writeCookie } from '../../cookies.server'
import type { Caller } from './sign-in.server'

export const readCaller = (request: Request, context: AppLoadContext): Caller => ({
  address: context.clientAddress ?? '',
  agent: request.headers.get('User-Agent'),
})

export const writeDeskCookie = (token: string) => new Headers({ 'Set-Cookie': writeCookie('desk', token) })

export const expireDeskCookie = () => new Headers({ 'Set-Cookie': expireCookie('desk') })
