import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { z } from 'zod/v4'
import { env } from '~/platform/config/env.server'
import { refusalShape, listUsualRefusals, type ApiOperation } from './operation'
import type { DocumentedCall } from './docs'
import { operations } from './operations'

const REFUSALS: Record<number, string> = {
  400: 'Bad request: the body or a parameter cannot be parsed',
  401: 'Unauthorized: the bearer token, password or proof is missing or invalid',
  403: 'Forbidden: the resource belongs to another account, or the request comes from another site',
  404: 'Not found: no such resource',
  409: 'Conflicts with the current state',
  413: 'The body is too large',
  415: 'Unsupported media type',
  422: 'Validation failed: `errors` has a message for each invalid field',
  429: 'Rate limit exceeded: Retry-After has the seconds to wait',
  500: 'Internal error',
  503: 'Temporarily unavailable: Retry-After has the seconds to wait',
}

const refusal = refusalShape.meta({ id: 'Refusal' })

const upload = z.object({
  user_id: z.string().meta({ description: 'The id of the authenticated account.' }),
  image: z.any().meta({ override: { type: 'string', contentMediaType: 'application/octet-stream' } }),
})

const buildExample = (status: number, { failure }: ApiOperation) =>
  status === 500 && failure ? { example: { success: false, message: failure, error: 'failed' } } : {}

const describeRefusal = (status: number, { needsPassword }: ApiOperation): string =>
  status === 403 && needsPassword
    ? `${REFUSALS[403]}; or the token is not one of /api/login or /api/signup from the last 15 minutes`
    : REFUSALS[status]!

function describe(tag: string, operation: ApiOperation): ZodOpenApiOperationObject {
  const { id, summary, who, params, query, body, answers } = operation
  const refused = [...new Set([...listUsualRefusals(operation), ...(operation.refusals ?? [])])].sort(
    (a, b) => a - b,
  )
  const type = operation.upload ? 'multipart/form-data' : 'application/json'
  const schema = operation.upload ? upload : body
  return {
    operationId: id,
    tags: [tag],
    summary,
    security: who === 'nobody' ? [] : who === 'member' ? [{ bearer: [] }] : [{}, { bearer: [] }],
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    ...(schema && { requestBody: { required: true, content: { [type]: { schema } } } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, schema]) => [
          status,
          { description: 'Success', content: { 'application/json': { schema } } },
        ]),
      ),
      ...Object.fromEntries(
        refused.map((status) => [
          String(status),
          {
            description: describeRefusal(status, operation),
            content: { 'application/json': { schema: refusal, ...buildExample(status, operation) } },
          },
        ]),
      ),
    },
  }
}

export function makeDocument() {
  const paths: ZodOpenApiPathsObject = {}
  for (const { tag, operation } of operations) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase() as 'get' | 'post' | 'put'] = describe(tag, operation)
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'DealDwaar',
      version: '1.0.0',
      description: 'Coupons, clicks, wallet and account of DealDwaar. Amounts are in rupees, times in UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: env().publicOrigin }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
}

interface SchemaObject {
  properties?: Record<string, { description?: string; enum?: unknown[]; type?: string }>
  required?: string[]
}

interface ParameterObject {
  in: string
  name: string
  required?: boolean
  description?: string
}

export function listCalls(): DocumentedCall[] {
  const document = makeDocument()
  return operations.map(({ tag, operation }) => {
    const { id, method, path, summary, who } = operation
    const described = document.paths![path]![method.toLowerCase() as 'get']!
    const content = (
      described.requestBody as { content?: Record<string, { schema: SchemaObject }> } | undefined
    )?.content
    const [body] = Object.values(content ?? {})
    const parameters = (described.parameters ?? []) as ParameterObject[]
    const fields = [
      ...parameters.map((one) => ({
        place: one.in,
        name: one.name,
        required: one.required === true,
        words: one.description ?? '',
      })),
      ...Object.entries(body?.schema.properties ?? {}).map(([name, field]) => ({
        place: 'body',
        name,
        required: body!.schema.required?.includes(name) === true,
        words: field.description ?? field.enum?.join(', ') ?? '',
      })),
    ]
    const statuses = Object.keys(described.responses ?? {}).map(Number)
    return { id, tag, method, path, summary, who, fields, statuses }
  })
}
