import type { TestProject } from 'vitest/node'
import { openTestPostgres } from './test-postgres'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    template: string
  }
}

export default async function setup(project: TestProject) {
  const { url, template, close } = await openTestPostgres(300)
  project.provide('postgresUrl', url)
  project.provide('template', template)
  return close
}
