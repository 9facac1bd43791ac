/** Uploads for the profile image: valid, unusual, broken, and files of other types. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

export interface Sample {
  name: string
  bytes: Buffer
  /** Content type sent by the browser; image/jpeg by default. */
  type?: string
  filename?: string
  /** 'image': accepted; 'refused': 'Please select an image'; 'too large': 413. */
  expected: 'image' | 'refused' | 'too large'
}

/** A marker in the metadata of samples; no stored file may contain it. */
export const SECRETS = ['SECRET-CAMERA', '<script', 'alert(1)', '<?php', 'Photoshop 3.0', 'x:xmpmeta']

const SCRIPT = '<script>alert(1)</script>'
const GPS = {
  IFD0: { Make: 'SECRET-CAMERA', Copyright: SCRIPT },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '19/1 4/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '72/1 52/1 0/1',
  },
}

/** Red on the left, blue on the right. */
function halves(width = 400, height = 300) {
  const right = { create: { width: width >> 1, height, channels: 3 as const, background: '#0000ff' } }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: right, left: width >> 1, top: 0 },
  ])
}

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 120, g: 60, b: 30, alpha: 0.5 } } })

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

const crcTable = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
  return n >>> 0
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = crcTable[(crc ^ byte) & 255]! ^ (crc >>> 8)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return Buffer.concat([length, body, sum])
}

/** A PNG that claims to be this big; its data are one short row of zeros. */
function claimedPng(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(1 + width * 3))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

async function goodOnes(): Promise<Sample[]> {
  const jpeg = await halves().jpeg().toBuffer()
  const png = await halves().png().toBuffer()
  const tall = await halves(300, 900).jpeg({ quality: 70 }).toBuffer()
  const frames = Buffer.concat(
    await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .raw()
          .toBuffer(),
      ),
    ),
  )
  const animated = sharp(frames, { raw: { width: 64, height: 192, channels: 3, pageHeight: 64 } })
  const list: [string, Buffer, string?, string?][] = [
    ['a JPEG', jpeg],
    ['a PNG', png, 'image/png'],
    ['a WebP', await halves().webp().toBuffer(), 'image/webp'],
    ['a lossless WebP', await halves().webp({ lossless: true }).toBuffer(), 'image/webp'],
    ['a progressive JPEG', await halves().jpeg({ progressive: true }).toBuffer()],
    ['a JPEG in CMYK', await halves().toColourspace('cmyk').jpeg().toBuffer()],
    ['a grey JPEG', await halves().greyscale().jpeg().toBuffer()],
    ['a JPEG in full colour resolution', await halves().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()],
    ['a JPEG that says where it was taken', await halves().withExif(GPS).jpeg().toBuffer()],
    ['a PNG with EXIF', await halves().withExif(GPS).png().toBuffer(), 'image/png'],
    ['a WebP with EXIF', await halves().withExif(GPS).webp().toBuffer(), 'image/webp'],
    ['a JPEG with a colour profile', await halves().withIccProfile('p3').jpeg().toBuffer()],
    ['a PNG with a colour profile', await halves().withIccProfile('p3').png().toBuffer(), 'image/png'],
    ['a JPEG with XMP', await halves().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg().toBuffer()],
    ['a JPEG with IPTC', withSegment(jpeg, 0xed, Buffer.from('Photoshop 3.0\0SECRET-CAMERA'))],
    ['a JPEG with a script as its comment', withSegment(jpeg, 0xfe, Buffer.from(SCRIPT))],
    ['a JPEG with HTML behind its end', Buffer.concat([jpeg, Buffer.from(`<html>${SCRIPT}</html>`)])],
    ['a JPEG with a zip behind its end', Buffer.concat([jpeg, Buffer.from('PK\x03\x04alert(1)')])],
    [
      'a PNG with a script in a text chunk',
      withChunks(png, chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`))),
    ],
    ['a PNG with PHP behind its end', Buffer.concat([png, Buffer.from('<?php system($_GET[0]) ?>')])],
    ['a PNG of 16 bits', await halves().toColourspace('rgb16').png().toBuffer(), 'image/png'],
    ['an interlaced PNG', await halves().png({ progressive: true }).toBuffer(), 'image/png'],
    ['a PNG with a palette', await halves().png({ palette: true }).toBuffer(), 'image/png'],
    ['a PNG one can see through', await plain(300, 300, 4).png().toBuffer(), 'image/png'],
    ['an animated WebP', await animated.webp({ loop: 0, delay: [100, 100, 100] }).toBuffer(), 'image/webp'],
    ['a picture of one pixel', await plain(1, 1).png().toBuffer(), 'image/png'],
    ['a picture 12000 wide and 1 high', await plain(12_000, 1).jpeg().toBuffer()],
    ['a picture 1 wide and 12000 high', await plain(1, 12_000).png().toBuffer(), 'image/png'],
    ['exactly 24 megapixels', await plain(6000, 4000).jpeg().toBuffer()],
    [
      '24 megapixels of 16 bits, interlaced',
      await plain(6000, 4000, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      'image/png',
    ],
    ['a JPEG called PNG', jpeg, 'image/png', 'photo.png'],
    ['a PNG called GIF', png, 'image/gif', 'photo.gif'],
    ['a JPEG with an evil name', jpeg, 'image/jpeg', '../../etc/passwd\'";<script>.html'],
    ['a tall JPEG', tall],
  ]
  for (const orientation of [3, 6, 8])
    list.push([
      `a JPEG turned by EXIF, ${orientation}`,
      await halves().withMetadata({ orientation }).jpeg().toBuffer(),
    ])
  return list.map(([name, bytes, type, filename]) => ({ name, bytes, type, filename, expected: 'image' }))
}

async function badOnes(): Promise<Sample[]> {
  const jpeg = await noise(300).jpeg().toBuffer()
  const png = await noise(100).png().toBuffer()
  const webp = await noise(300).webp().toBuffer()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`
  const gif = await halves(60, 60).gif().toBuffer()
  const list: [string, Buffer | string, string?, string?][] = [
    ['an SVG with a script', svg, 'image/svg+xml', 'a.svg'],
    ['an SVG called PNG', svg, 'image/png', 'a.png'],
    [
      'an SVG that reads a file',
      '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
      'image/svg+xml',
    ],
    [
      'an SVG with entities of entities',
      '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
      'image/svg+xml',
    ],
    ['a GIF', gif, 'image/gif', 'a.gif'],
    ['a GIF called JPEG', gif],
    [
      'a GIF that is a script as well',
      Buffer.concat([Buffer.from('GIF89a=1;alert(1);//'), gif]),
      'image/gif',
    ],
    ['a TIFF', await halves(60, 60).tiff().toBuffer(), 'image/tiff'],
    ['an AVIF', await halves(60, 60).avif().toBuffer(), 'image/avif'],
    ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]), 'image/bmp'],
    ['an icon', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(60)]), 'image/x-icon'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n', 'image/jpeg', 'a.jpg'],
    ['a PPM', Buffer.concat([Buffer.from('P6 2 2 255\n'), Buffer.alloc(12)]), 'image/x-portable-pixmap'],
    ['HTML called JPEG', `<!doctype html>${SCRIPT}`, 'image/jpeg', 'a.jpg'],
    [
      'a script behind the first bytes of a JPEG',
      Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(`*/=1;alert(1);/*${SCRIPT}`)]),
    ],
    [
      'HTML behind the first bytes of a PNG',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(SCRIPT)]),
      'image/png',
    ],
    ['HTML behind the first bytes of a WebP', Buffer.from(`RIFF\x40\0\0\0WEBPVP8 ${SCRIPT}`), 'image/webp'],
    ['HTML as HTML', `<!doctype html>${SCRIPT}`, 'text/html', 'a.html'],
    ['a JPEG that is said to be HTML', jpeg, 'text/html', 'a.html'],
    ['a JPEG that is said to be bytes', jpeg, 'application/octet-stream', 'a.jpg'],
    ['a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(200)]), 'image/png'],
    ['a PNG of 3600 megapixels in 100 KB', claimedPng(60_000, 60_000), 'image/png'],
    ['a PNG of 2 billion by 2 billion', claimedPng(100, 100).fill(0x7f, 16, 24), 'image/png'],
    ['a PNG of no pixels', claimedPng(0, 0), 'image/png'],
    [
      '24 megapixels and one row',
      await plain(6000, 4001).png({ compressionLevel: 9 }).toBuffer(),
      'image/png',
    ],
    ['a JPEG of over 24 megapixels', await plain(6001, 4000).jpeg().toBuffer()],
    ['a WebP of over 24 megapixels', await plain(6001, 4000).webp().toBuffer(), 'image/webp'],
    [
      'a PNG whose profile is a bomb and whose data are too short',
      claimedPng(
        2000,
        2000,
        chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(20_000_000))])),
      ),
      'image/png',
    ],
    ['half a JPEG', jpeg.subarray(0, jpeg.length >> 1)],
    ['half a PNG', png.subarray(0, png.length >> 1), 'image/png'],
    ['half a WebP', webp.subarray(0, webp.length >> 1), 'image/webp'],
    ['the head of a JPEG', jpeg.subarray(0, 20)],
    ['three bytes of a JPEG', Buffer.from('ffd8ff', 'hex')],
    [
      'a PNG with a wrong sum',
      Buffer.concat([png.subarray(0, 29), Buffer.from('00000000', 'hex'), png.subarray(33)]),
      'image/png',
    ],
    ['0 bytes', Buffer.alloc(0)],
    ['one zero', Buffer.alloc(1)],
    ['5 MB of zeros', Buffer.alloc(5 * 1024 * 1024)],
  ]
  return list.map(([name, bytes, type, filename]) => ({
    name,
    bytes: Buffer.from(bytes),
    type,
    filename,
    expected: 'refused',
  }))
}

export async function makeCorpus(): Promise<Sample[]> {
  const jpeg = await halves().jpeg().toBuffer()
  const largest = Buffer.concat([jpeg, Buffer.alloc(5 * 1024 * 1024 - jpeg.length)])
  return [
    ...(await goodOnes()),
    ...(await badOnes()),
    { name: 'a JPEG of exactly 5 MB', bytes: largest, expected: 'image' },
    {
      name: 'a JPEG of 5 MB and one byte',
      bytes: Buffer.concat([largest, Buffer.alloc(1)]),
      expected: 'too large',
    },
    {
      name: 'a JPEG of 6 MB',
      bytes: Buffer.concat([jpeg, Buffer.alloc(6 * 1024 * 1024)]),
      expected: 'too large',
    },
    { name: '6 MB of nothing', bytes: Buffer.alloc(6 * 1024 * 1024), expected: 'too large' },
  ]
}

/** A picture with a red left half and a blue right half, as `format`. */
export const twoColours = (format: 'jpeg' | 'png' | 'webp' = 'jpeg') => halves().toFormat(format).toBuffer()
