import { env } from '~/config/env.server'
import type { Operator } from '~/operations/actor.server'
import { findUnusedCode } from '~/operations/operators/second-factor.server'

/** Null: the acceptable ones are used; undefined outside the demo. */
export const findDemoCode = (operator: Operator): string | null | undefined =>
  env().demo ? findUnusedCode(operator) : undefined
