import { chooseCategories } from '~/catalog/lists/choose-categories'
import { readOpenShelves } from '~/catalog/home/home'
import { toMatchKey } from '~/catalog/links'
import { escapeLike } from '~/catalog/campaign-conditions.server'
import { sharedHeaders } from '~/http/page'
import { readParameters } from '~/http/parameters.server'
import { openDialog, pageNumber, getPathname, safePath } from '~/http/urls'
import { loggedPath } from '~/runtime/log.server'
import { findFile } from '../server/files'
import { checkRequest } from '../server/guard'
import { incoming, asUrl, ROUTE, RULES, type Rows } from './parsers-requests'

export const addresses: Rows = [
  ['before the application', (text) => checkRequest(incoming({}, `/${text}`), RULES, ROUTE)],
  ['query before the application', (text) => checkRequest(incoming({}, `/?${text}`), RULES, ROUTE)],
  ['of a file', (text) => findFile(new Map(), `/assets/${text}`)],
  ['in the log', (text) => loggedPath(`/postback/${text}`)],
  ['as a path', (text) => getPathname(`/${text}`)],
  ['as the way back', (text) => safePath(`/${text}`)],
  ['with a dialog', (text) => openDialog(`/?${text}`, 'sign-in')],
  ['query for the cache', (text) => sharedHeaders(new Request(asUrl(text)))],
  ['query of a postback', (text) => readParameters(new Request(asUrl(text)))],
  ['page', (text) => pageNumber(new URL(asUrl(`page=${text}`)))],
  ['open shelves', (text) => readOpenShelves(new URLSearchParams(text.replaceAll('&', '&show=')))],
  [
    'categories',
    (text) => chooseCategories([], undefined, new URLSearchParams(text.replaceAll('&', '&category='))),
  ],
  ['category', (text) => toMatchKey(text)],
  ['search', (text) => escapeLike(text)],
]
