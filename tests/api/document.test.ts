/** The OpenAPI document is valid, strict and complete. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { newVisitor, routes } from '../support/app'
import { readDocument, type Json } from './client'

/** Every path and method of the API. */
const ROWS = `POST /api/login-otp-exists
POST /api/check-user-exist
POST /api/signup
POST /api/login
POST /api/login-otp
POST /api/forget-password
GET /api/get-campains
GET /api/all-brands
GET /api/single-coupon/{id}
GET /api/offers/brand/{id}
GET /api/CouponOffer/{id}
GET /api/all-couponss/{id}
GET /api/tdetails/{id}
GET /api/visits/{userId}
GET /api/visits/{userId}/{number}
GET /api/claims/{userId}
POST /api/claims/{userId}
GET /api/statement/{userId}
GET /api/topStores
GET /api/limited-offer
GET /api/notification/{userId}
POST /api/subscribe-details
POST /api/add-withdrow-details
GET /api/{couponId}/feedback
POST /api/feedback
GET /api/get-click
GET /api/getimage/{userId}
POST /api/updateimage
GET /api/bank-details/{userId}
PUT /api/bank-details/{userId}
POST /api/bank-details
GET /api/upi-details/{userId}
POST /api/upi-details
POST /api/users-change/{userId}
POST /api/otp/send
POST /api/otp/verify`.split('\n')

async function listDocumented(): Promise<string[]> {
  const { paths } = await readDocument()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

test('the document has every operation of the product', async () => {
  expect(await listDocumented()).toEqual(expect.arrayContaining(ROWS))
})

test('the document has exactly the routes below /api', async () => {
  const paths = Object.values(routes).flatMap((route) =>
    route?.id.startsWith('routes/api/') && !/\/(layout|openapi|docs|not-found)$/.test(route.id)
      ? [`/${route.path}`.replace(/:(\w+)\??/g, '{$1}')]
      : [],
  )
  expect(paths.length).toBeGreaterThan(30)
  expect(Object.keys((await readDocument()).paths).toSorted()).toEqual(paths.toSorted())
})

test('no text for a failure of the server says that something was not found', async () => {
  const { paths } = await readDocument()
  const texts = Object.values(paths).flatMap((methods) =>
    Object.values(methods as Json).flatMap(({ responses }: Json) => {
      const example = responses['500']?.content['application/json'].example
      return example ? [example.message as string] : []
    }),
  )
  expect(texts).toContain('Failed to fetch coupons')
  expect(texts.filter((text) => /not found/i.test(text))).toEqual([])
})

test('the document passes redocly lint', async () => {
  const source = (await newVisitor().get('/api/openapi.json')).body
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-server-example.com': 'off' } })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const found = problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
  )
  // The spec's own path /api/{couponId}/feedback is as long as others; a word beats a parameter. A demo's server is localhost.
  const known = /^no-ambiguous-paths: .*\/api\/\{couponId\}\/feedback|^no-server/
  expect(found.filter((problem) => !known.test(problem))).toEqual([])
})

test('every response schema is closed and fully typed', async () => {
  const document = await readDocument()
  const loose: string[] = []
  const look = (schema: Json, place: string): void => {
    if (!schema || typeof schema !== 'object') return
    if (schema.$ref) return
    const kinds = ['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const']
    if (!kinds.some((kind) => kind in schema)) loose.push(`${place}: of any kind`)
    // A refusal's texts by field are a map.
    if (schema.type === 'object' && schema.properties && schema.additionalProperties !== false)
      loose.push(`${place}: further properties`)
    for (const [name, child] of Object.entries(schema.properties ?? {})) look(child, `${place}.${name}`)
    if (schema.items) look(schema.items, `${place}[]`)
    for (const kind of ['anyOf', 'oneOf', 'allOf']) for (const child of schema[kind] ?? []) look(child, place)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name)
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { responses }] of Object.entries(methods))
      for (const [status, response] of Object.entries(responses))
        look((response as Json).content['application/json'].schema, `${method} ${path} ${status}`)
  expect(loose).toEqual([])
})

describe('/api/docs', () => {
  test('shows every operation, without resources of other sites', async () => {
    const page = await newVisitor().get('/api/docs')
    expect(page.status).toBe(200)
    // The page may insert line breaks in paths.
    const text = page.text.replace(/\s*\/\s*/g, '/')
    for (const call of await listDocumented()) expect(text).toContain(call.replace(' /', '/'))
    expect(page.body).not.toMatch(/(?:src|href)="https?:\/\/(?!localhost)/)
  })
})
