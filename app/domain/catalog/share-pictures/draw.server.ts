import { createRequire } from 'node:module'
import { loadSharp } from '~/platform/sharp.server'
import { createSemaphore } from '~/platform/semaphore'
import { COLUMN, GATE, HEIGHT, WIDTH, type PictureLayout, type Line, type Weight } from './picture-layout'
import ground from './ground.png?inline'

/** One picture at a time, so that pages keep the other cores. */
const inTurn = createSemaphore(1, 20)

const LOGO = 200

const { resolve } = createRequire(import.meta.url)

/** Pango finds a face by its family's name within the file. */
const FACES: Record<Weight, { name: string; file: () => string }> = {
  medium: {
    name: 'Mukta Medium,',
    file: () => resolve('@expo-google-fonts/mukta/500Medium/Mukta_500Medium.ttf'),
  },
  bold: {
    name: 'Mukta, Bold',
    file: () => resolve('@expo-google-fonts/mukta/700Bold/Mukta_700Bold.ttf'),
  },
  'extra-bold': {
    name: 'Mukta ExtraBold,',
    file: () => resolve('@expo-google-fonts/mukta/800ExtraBold/Mukta_800ExtraBold.ttf'),
  },
}

interface TextImage {
  input: Buffer
  width: number
  height: number
}

/** Returns a PNG. `logo`: an encoded image; null: the initials. Throws Busy. */
export function drawPicture(layout: PictureLayout, logo: Buffer | null): Promise<Buffer> {
  return inTurn(async () => {
    const sharp = await loadSharp()
    const [store, emblem] = [await drawLine(layout.brand), await drawEmblem(layout, logo)]
    return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: layout.tint } })
      .composite([
        { input: Buffer.from(ground.slice(ground.indexOf(',') + 1), 'base64'), left: 0, top: 0 },
        { input: store.input, left: 152, top: 88 - Math.round(store.height / 2) },
        ...emblem,
        ...(await drawColumn(layout.lines)),
      ])
      .png({ palette: true, colours: 128 })
      .toBuffer()
  })
}

async function drawEmblem({ initials }: PictureLayout, logo: Buffer | null) {
  if (!logo && !initials.text) return []
  const sharp = await loadSharp()
  const { input, width, height } = logo
    ? {
        input: await sharp(logo).resize(LOGO, LOGO, { fit: 'contain', background: '#fff' }).png().toBuffer(),
        width: LOGO,
        height: LOGO,
      }
    : await drawLine(initials)
  return [{ input, left: GATE.x - Math.round(width / 2), top: GATE.y - Math.round(height / 2) }]
}

async function drawColumn(lines: readonly Line[]) {
  const space = COLUMN.bottom - COLUMN.top
  const drawn: (TextImage & { gap: number })[] = []
  let height = 0
  for (const line of lines) {
    const one = await drawLine(line)
    const gap = drawn.length ? line.gap : 0
    if (height + gap + one.height > space) break
    drawn.push({ ...one, gap })
    height += gap + one.height
  }
  let top = COLUMN.top + Math.round((space - height) / 2)
  return drawn.map(({ input, gap, height }) => {
    const at = { input, left: COLUMN.left, top: top + gap }
    top += gap + height
    return at
  })
}

async function drawLine(line: Line): Promise<TextImage> {
  const drawn = await drawText(line)
  if (!line.isSingle || drawn.width <= COLUMN.width) return drawn
  return drawText({ ...line, size: Math.floor((line.size * COLUMN.width) / drawn.width) })
}

async function drawText({ text, size, weight, colour, isSingle }: Line): Promise<TextImage> {
  const sharp = await loadSharp()
  const { name, file } = FACES[weight]
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escape(text)}</span>`,
      font: `${name} ${size}`,
      fontfile: file(),
      rgba: true,
      // Points are then pixels.
      dpi: 72,
      ...(!isSingle && { width: COLUMN.width, wrap: 'word-char' }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escape = (text: string) => text.replace(/[&<>]/g, (char) => ESCAPES[char]!)
