import { env } from '~/platform/config/env.server'
import type { Operator } from '~/domain/operators/operator.server'
import { findUnusedCode } from '~/domain/operators/second-factor.server'

/** The code that the demo shows. Null: each code that is valid now was used already; undefined outside the demo. */
export const findDemoCode = (operator: Operator): string | null | undefined =>
  env().demo ? findUnusedCode(operator) : undefined
