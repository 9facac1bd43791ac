import { BlockList, isIP } from 'node:net'

const findFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

export function buildAddressList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, findFamily(address))
    else list.addSubnet(address, Number(bits), findFamily(address))
  }
  return list
}

export const isListed = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, findFamily(address))
