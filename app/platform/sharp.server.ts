let loading: ReturnType<typeof load> | undefined

/** Loads the library at its first use: it takes 20 MB, which most processes never need. */
export const loadSharp = () => (loading ??= load())

/** Uses one thread per image, and only four raster decoders: the others are rarely used and have had more holes. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  })
  return sharp
}
