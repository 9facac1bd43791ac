import { Command } from 'commander'
import { clearImageCache } from '~/domain/catalog/image-disk.server'
import { formatCount } from '~/platform/formats/count'
import { print } from './terminal'

export const createImagesCommands = (): Command[] => [
  new Command('purge-cache')
    .description('empty the cache on the disk of this machine; it fills again by itself')
    .action(async () => print`The cache had ${formatCount(await clearImageCache(), 'file')}; it is empty.`),
]
