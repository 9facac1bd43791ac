import type { ServerBuild } from '@remix-run/node'
import type { ServerHooks } from '~/platform/server-contract'

export const readHooks = (build: ServerBuild) =>
  (build.entry.module as ServerBuild['entry']['module'] & { hooks: ServerHooks }).hooks
