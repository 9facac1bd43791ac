import { renderSVG } from 'uqr'
import type { Operator } from '~/domain/operators/operator.server'
import { readSecondFactor } from '~/domain/operators/second-factor.server'

export function showSecondFactor(operator: Operator) {
  const address = readSecondFactor(operator)
  if (address === null) return null
  const secret = new URL(address).searchParams.get('secret') ?? ''
  return {
    address,
    picture: `data:image/svg+xml,${encodeURIComponent(renderSVG(address))}`,
    secret: secret.replace(/(.{4})(?=.)/g, '$1 '),
  }
}
