import { env } from '~/config/env.server'
import type { Operator } from '~/operators/operator.server'
import { findUnusedCode } from '~/operators/second-factor.server'

/**
 * The code that the demo shows, whose people have no authenticator app. Null: both that would be accepted now are used;
 * undefined outside the demo.
 */
export const findDemoCode = (operator: Operator): string | null | undefined =>
  env().demo ? findUnusedCode(operator) : undefined
