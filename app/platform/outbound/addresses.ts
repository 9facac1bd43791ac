import { isIP } from 'node:net'
import { buildAddressList, isListed } from '~/platform/formats/address-list'

/** IANA's special-purpose ranges, including those that embed IPv4 (6to4, Teredo, NAT64). */
const NOT_PUBLIC = buildAddressList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
])

export function isAllowedAddress(address: string, allowed: readonly string[]): boolean {
  if (!isIP(address)) return false
  return !isListed(NOT_PUBLIC, address) || isListed(buildAddressList(allowed), address)
}

export function readLiteralAddress({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) ? address : null
}
