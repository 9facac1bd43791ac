import { DAY_MS } from '~/platform/formats/dates'

/** The words of an offer in app/platform/db/seed/shops (app/platform/db/seed/README.md). */
export class Marks {
  constructor(private readonly left: string[]) {}

  has(mark: string): boolean {
    return this.take((one) => one === mark) !== null
  }

  after(word: string): string | null {
    return this.take((one) => one.startsWith(`${word} `))?.slice(word.length + 1) ?? null
  }

  private take(fits: (mark: string) => boolean): string | null {
    const at = this.left.findIndex(fits)
    return at < 0 ? null : this.left.splice(at, 1)[0]!
  }

  mustBeEmpty(title: string): void {
    if (this.left.length) throw new Error(`the demo's shops: ${title}: ${this.left.join(', ')}?`)
  }
}

export function readDemoPayout(text: string) {
  if (text === 'no cashback') return { payout: null, payout_model: null, currency: 'Rs.' }
  if (text.endsWith('%')) return { payout: text.slice(0, -1), payout_model: 'percentage', currency: 'Rs.' }
  const [currency, payout] = text.split(' ')
  return { payout: payout!, payout_model: 'flat', currency: currency! }
}

export interface DemoTimes {
  since: Date
  now: Date
}

/** A LONG offer lasts one to eight months. */
const LONG = 244
const DAYS = [LONG, 11, 0, LONG, 17, LONG, 4, LONG, 0, 0]
const AGAIN = 21

export function computeDemoEnd(place: number, { since, now }: DemoTimes): string | null {
  const lasts = DAYS[place % DAYS.length]!
  if (!lasts) return null
  const isLong = lasts === LONG
  const days = isLong ? 31 + ((place * 37) % 211) : lasts + (Math.floor(place / DAYS.length) % 5)
  let end = since.getTime() + days * DAY_MS
  while (end < now.getTime()) end += (isLong ? LONG : AGAIN) * DAY_MS
  return new Date(end).toISOString().slice(0, 10)
}
