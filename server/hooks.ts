import type { ServerBuild } from '@remix-run/node'
import type { ServerHooks } from '~/platform/server-contract'

/** Throws where the build is of another application. */
export function readHooks(build: ServerBuild): ServerHooks {
  const { hooks } = build.entry.module as ServerBuild['entry']['module'] & { hooks?: ServerHooks }
  if (!hooks) throw new Error('entry.server exports no hooks')
  return hooks
}
