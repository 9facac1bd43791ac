import type { AppLoadContext, ServerBuild } from '@remix-run/node'

type Module = ServerBuild['routes'][string]['module']

export interface FailureHooks {
  isDatabaseAway?(error: unknown): boolean
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
  const record = <Args extends { context: AppLoadContext }, Answer>(run: (args: Args) => Answer) =>
    async function (args: Args): Promise<Awaited<Answer>> {
      try {
        const answer = await run(args)
        recordRefusal(answer, args.context)
        return answer
      } catch (error) {
        recordError(error, args.context)
        recordRefusal(error, args.context)
        throw error
      }
    }
  return {
    ...module,
    ...(loader && { loader: record(loader) }),
    ...(action && { action: record(action) }),
  }
}
