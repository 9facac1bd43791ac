let loading: ReturnType<typeof load> | undefined

/** 20 MB, which most processes never need. */
export const loadSharp = () => (loading ??= load())

/** One thread an image, and decoders of four raster formats: the others have had more holes than use. */
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
