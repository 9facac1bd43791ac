import type { AppLoadContext, ServerBuild } from '@remix-run/node'

type Module = ServerBuild['routes'][string]['module']

export interface FailureHooks {
  answerForm?(
    error: unknown,
    form: { routeId: string; request: Request },
  ): Promise<Response | null> | Response | null
  isDatabaseAway?(error: unknown): boolean
  /** Throws the response if the page after a form cannot be read, so that the form stays. */
  requireNextPage?(request: Request): Promise<void>
  /** A request for the form's page with its error; null: the URL has no form. */
  buildTooLargeRequest?(request: Request): Request | null
  deskFailurePage?: { page: string; frame: string }
}

export interface Failure {
  routeId: string
  status: number
}

interface Recorder {
  hooks: FailureHooks
  failures: WeakMap<AppLoadContext, Failure>
}

export function recordFailures(routeId: string, module: Module, { hooks, failures }: Recorder): Module {
  const { loader, action } = module
  const isResource = module.default === undefined && module.ErrorBoundary === undefined
  const recordError = (error: unknown, context: AppLoadContext) => {
    const status = hooks.isDatabaseAway?.(error) ? 503 : 500
    if (isResource && !(error instanceof Response)) failures.set(context, { routeId, status })
  }
  const recordRefusal = (answer: unknown, context: AppLoadContext) => {
    if (!isResource || !(answer instanceof Response) || answer.status < 400) return
    if (answer.headers.get('Content-Type')?.startsWith('text/plain'))
      failures.set(context, { routeId, status: answer.status })
  }
  return {
    ...module,
    ...(loader && {
      async loader(args) {
        try {
          const answer = await loader(args)
          recordRefusal(answer, args.context)
          return answer
        } catch (error) {
          recordError(error, args.context)
          recordRefusal(error, args.context)
          throw error
        }
      },
    }),
    ...(action && {
      async action(args) {
        const { request, context } = args
        let answer: Awaited<ReturnType<typeof action>>
        try {
          answer = await action(args)
        } catch (error) {
          const failed = isResponse(error) ? error : await hooks.answerForm?.(error, { routeId, request })
          if (!isRedirect(failed)) {
            recordError(error, context)
            recordRefusal(error, context)
            throw error
          }
          answer = failed
        }
        if (isRedirect(answer)) await hooks.requireNextPage?.(request)
        recordRefusal(answer, context)
        return answer
      },
    }),
  }
}

const isResponse = (answer: unknown): answer is Response => answer instanceof Response

const isRedirect = (answer: unknown): answer is Response =>
  isResponse(answer) && answer.status >= 300 && answer.status < 400
