/** Simulated histories of stores, the same in each run: how long each sale waited for its confirmation. */

interface History {
  name: string
  /** Sales a day. */
  sales: (day: number) => number
  /** In days; null: never. `day` counts from the night of the figures, which is 0. */
  wait: (day: number, random: () => number) => number | null
  /** Confirmed by the store on its own days, such as the last of a month: the first one from then on. */
  decides?: (day: number) => number
}

export interface SimulatedSale {
  /** Days after the night of the figures. */
  tracked: number
  waited: number | null
}

/** From so many days before the night to so many after it. */
const BEFORE = 260
const AFTER = 60

/** Mulberry32. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export function simulate({ sales, wait, decides }: History, seed: number): SimulatedSale[] {
  const random = seeded(seed)
  const made: SimulatedSale[] = []
  for (let day = -BEFORE; day < AFTER; day++) {
    const rate = sales(day)
    const count = Math.floor(rate) + (random() < rate % 1 ? 1 : 0)
    for (let n = 0; n < count; n++) {
      const tracked = day + random()
      const days = wait(day, random)
      const waited = days !== null && decides ? decides(tracked + days) - tracked : days
      made.push({ tracked, waited })
    }
  }
  return made
}

const between = (low: number, high: number, random: () => number) => low + (high - low) * random()
/** Most near the middle, a few far beyond it. */
const skewed = (middle: number, random: () => number) =>
  middle * Math.exp(0.35 * (random() + random() + random() + random() - 2))

const MONTH = 30
const USUALLY = () => 6

export const HISTORIES: History[] = [
  { name: 'steady waits', sales: USUALLY, wait: (_, random) => skewed(35, random) },
  {
    name: 'month-end batches',
    sales: USUALLY,
    wait: () => 25,
    // The night lies between two of them.
    decides: (day) => Math.ceil((day + 12) / MONTH) * MONTH - 12,
  },
  {
    name: 'weekly batches',
    sales: USUALLY,
    wait: (_, random) => between(20, 30, random),
    decides: (day) => Math.ceil(day / 7) * 7,
  },
  {
    name: 'a slow quarter',
    sales: USUALLY,
    wait: (day, random) => skewed(day > -90 ? 42 : 30, random),
  },
  { name: '30 % still open', sales: USUALLY, wait: (_, random) => between(25, 150, random) },
  {
    name: 'a store that declines early',
    sales: USUALLY,
    wait: (_, random) => (random() < 0.25 ? between(2, 15, random) : between(45, 65, random)),
  },
  {
    name: 'two kinds of goods',
    sales: USUALLY,
    wait: (_, random) => (random() < 0.5 ? between(5, 9, random) : between(60, 80, random)),
  },
  {
    name: 'a rush before the night',
    sales: (day) => (day > -70 && day < 0 ? 30 : 8),
    wait: (_, random) => skewed(35, random),
  },
  { name: 'few sales', sales: (day) => (day < 0 ? 0.25 : 5), wait: (_, random) => skewed(40, random) },
  {
    name: 'a store that stops',
    sales: USUALLY,
    wait: (day, random) => (day > -100 ? null : skewed(30, random)),
  },
]
