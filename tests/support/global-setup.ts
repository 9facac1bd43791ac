import type { TestProject } from 'vitest/node'
import { openTestPostgres, type TestPostgres } from './test-postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    template: string
  }
}

/** One server for all projects of vitest.config.ts, each of which calls setup(). */
const holder = globalThis as { __testPostgres?: { opened: Promise<TestPostgres>; users: number } }

export default async function setup(project: TestProject) {
  const shared = (holder.__testPostgres ??= { opened: openTestPostgres(300), users: 0 })
  shared.users++
  const { url, template, close } = await shared.opened
  project.provide('postgresUrl', url)
  project.provide('template', template)
  return async () => {
    if (--shared.users === 0) await close()
  }
}
