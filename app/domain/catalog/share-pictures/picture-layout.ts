import { chooseColour, readInitials } from '~/platform/formats/initials'
import { CREDIT_WORDS } from '../cards'
import type { Credit } from '~/platform/formats/money'

export interface PictureContent {
  store: string
  logo: string | null
  amount: string | null
  upTo?: boolean
  credit: Credit
  text: string
}

/** Pixels, like all lengths here. */
export const WIDTH = 1200
export const HEIGHT = 630
export const GATE = { x: 950, y: 440 }
export const COLUMN = { left: 72, top: 150, width: 560, bottom: 590 }

/** The same as --color-deep-1 to -12 in tailwind.css, on which white text is readable. */
const TINTS =
  '#a62b1f #9a3f00 #7a4f00 #4c6100 #1f6b2c #00695c #005f87 #2450a8 #4b3fb0 #7a2f9e #9c2470 #5b4a3f'.split(' ')
const AMBER = '#fde68a'
const WHITE = '#ffffff'

export type Weight = 'medium' | 'bold' | 'extra-bold'

export interface Line {
  text: string
  size: number
  weight: Weight
  colour: string
  gap: number
  isSingle?: boolean
}

export interface PictureLayout {
  tint: string
  logo: string | null
  initials: Line
  brand: Line
  lines: Line[]
}

export function layOut({ store, logo, amount, upTo, credit, text }: PictureContent): PictureLayout {
  const tint = TINTS[chooseColour(store) - 1]!
  const title = shorten(keepDrawable(text), amount ? 72 : 110)
  const line = (text: string, size: number, weight: Weight, rest: Partial<Line> = {}): Line => ({
    text,
    size,
    weight,
    colour: WHITE,
    gap: 0,
    ...rest,
  })
  const lines = [
    line(shorten(keepDrawable(store), 40), 42, 'medium', { isSingle: true }),
    ...(amount && credit === 'cashback'
      ? [
          line(upTo ? 'Up to' : '', 44, 'bold', { gap: 42 }),
          line(amount, 132, 'extra-bold', { gap: upTo ? 18 : 44, isSingle: true }),
          line(CREDIT_WORDS[credit], 44, 'bold', { gap: 30, colour: AMBER }),
          line(title, 32, 'medium', { gap: 36 }),
        ]
      : [line(title, 56, 'bold', { gap: 46 })]),
  ]
  return {
    tint,
    logo,
    initials: line(keepDrawable(readInitials(store)), 150, 'extra-bold', { colour: tint }),
    brand: line('DealDwaar', 42, 'bold'),
    lines: lines.filter(({ text }) => text),
  }
}

/** Characters that the font has; a text with others is left out rather than shown as boxes. */
const KNOWN =
  /^[\p{Script=Latin}\p{Script=Devanagari}\p{Script=Inherited}\p{Nd}\p{P}\p{Zs}₹$€£+=<>|~^°©®™\u200c\u200d]*$/u

function keepDrawable(text: string): string {
  const plain = text
    .replace(/[\p{Cc}\p{Extended_Pictographic}\ufe0f]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return KNOWN.test(plain) ? plain : ''
}

function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most).replace(/(?<!\s)\s+\S*$/u, '')}…`
}
