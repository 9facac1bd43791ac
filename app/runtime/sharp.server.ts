let loading: ReturnType<typeof load> | undefined

/** Loaded with the first image: the library takes 20 MB, and most processes never need it. */
export const loadSharp = () => (loading ??= load())

/** One thread an image, and no decoder but those of four raster formats: the others have had more holes than use. */
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
