/**
 * A client of the JSON API on the built app. Every answer is held against the OpenAPI document: a status or a shape that
 * the document does not promise fails the test that met it.
 */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { openTestSession } from '../accounts/people'
import { newVisitor, type Send } from '../support/app'
import { recordShown } from '../support/page-text'
import { signedIn } from '../support/people'

interface ApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>
  components: { schemas: Record<string, object> }
}

let loaded: Promise<ApiDocument> | undefined

/** The document as the app serves it. */
export function readDocument(): Promise<ApiDocument> {
  loaded ??= newVisitor()
    .get('/api/openapi.json')
    .then((answer) => JSON.parse(answer.body) as ApiDocument)
  return loaded
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)
const validators = new Map<string, ValidateFunction>()

/** The template of the document that a path fits; the one with the fewest parameters. */
function findTemplate(document: ApiDocument, path: string): string | undefined {
  const fits = Object.keys(document.paths).filter((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return fits.toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
}

async function expectPromised(method: string, url: string, status: number, body: unknown): Promise<void> {
  const document = await readDocument()
  const path = url.split('?', 1)[0]!
  const template = findTemplate(document, path)
  const operation = template === undefined ? undefined : document.paths[template]![method.toLowerCase()]
  if (!operation) return
  const call = `${method} ${template} ${status}`
  asked.set(`${method} ${template}`, [...(asked.get(`${method} ${template}`) ?? []), status])
  expect(Object.keys(operation.responses), `${call}: ${JSON.stringify(body)}`).toContain(String(status))
  const pointer = ['paths', template!, method.toLowerCase(), 'responses', String(status), 'content']
  let validate = validators.get(call)
  if (!validate) {
    const { schema } = pointer.reduce<Json>((node, key) => node[key], document)['application/json']
    validate = ajv.compile({ ...schema, components: document.components })
    validators.set(call, validate)
  }
  expect(validate(body) ? [] : validate.errors, `${call}: ${JSON.stringify(body)}`).toEqual([])
}

export type Json = ReturnType<typeof JSON.parse>

export interface ApiReply {
  status: number
  headers: Headers
  body: Json
}

/** The operations that a client has asked for, 'GET /api/coupons', with the status of each answer. */
export const asked = new Map<string, number[]>()

/** `token`: the bearer; without one a guest. `send` leads to a server; without it to the built app in this process. */
export function apiClient(token?: string, send?: Send) {
  async function ask(method: string, url: string, init: RequestInit = {}): Promise<ApiReply> {
    const headers = new Headers(init.headers)
    if (token !== undefined && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`)
    const answer = await newVisitor(send).request(url, { ...init, method, headers })
    expect(answer.headers.get('Content-Type'), `${method} ${url}: ${answer.body}`).toMatch(
      /^application\/json/,
    )
    const body: Json = JSON.parse(answer.body)
    if (typeof body?.message === 'string') recordShown(body.message)
    await expectPromised(method, url, answer.status, body)
    return { status: answer.status, headers: answer.headers, body }
  }
  const withBody =
    (method: string) =>
    (url: string, body: unknown, headers: HeadersInit = {}) =>
      ask(method, url, {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', ...Object.fromEntries(new Headers(headers)) },
      })
  return {
    ask,
    get: (url: string, headers?: HeadersInit) => ask('GET', url, { headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
  }
}

/** A member with a bearer token. */
export async function apiMember() {
  const { id } = await signedIn()
  const token = await openBearer(id)
  return { id, token, api: apiClient(token) }
}

export async function openBearer(
  userId: number,
  openedBy: 'password' | 'code' | 'sign-up' = 'password',
): Promise<string> {
  const { token } = await openTestSession(userId, { kind: 'bearer', openedBy, agent: 'a client' })
  return token
}
