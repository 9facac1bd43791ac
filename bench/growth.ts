/** Measures how the CPU time of a parser grows with its input. */

/** Shorter measurements are repeated until they take this long, in microseconds. */
const FLOOR = 1_500
const SAMPLES = 5
/** A parser that handles its longest possible input within this time passes. */
const HARMLESS = 2_000
/** Growth beyond noise, for runs of at least this many microseconds. */
const CERTAIN = { growth: 32, cost: 50_000 }

type Run = () => unknown

/** Rejecting an input by throwing counts as handling it. */
async function once(run: Run): Promise<void> {
  try {
    await run()
  } catch {
    // Refused.
  }
}

async function measureTime(run: Run, times: number): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) await once(run)
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Microseconds of one run: the best of five samples, each of enough repetitions. */
async function measureCost(run: Run, floor: number): Promise<number> {
  let times = 1
  for (let took = await measureTime(run, times); took < floor; took = await measureTime(run, times))
    times *= 4
  let best = Infinity
  for (let i = 0; i < SAMPLES; i++) best = Math.min(best, (await measureTime(run, times)) / times)
  return best
}

/**
 * How many times the work of input of size n is done for 8n: 8 for what is linear, 64 for what is quadratic. 1 where the
 * larger one costs next to nothing. A high value is measured again, up to six times, and the lowest counts: on a busy
 * machine the longer run loses more of the processor's cache.
 */
export async function measureGrowth(
  parse: (input: string) => unknown,
  make: (size: number) => string,
  most: number,
) {
  const large = make(most)
  const small = make(Math.floor(most / 8))
  const first = await measureTime(() => parse(large), 1)
  if (first < HARMLESS) return 1
  // The first run of the large input is its slowest, and of two measurements of the small one the quicker counts: both raise
  // the growth, so that a low value is certain. A high one is measured thoroughly.
  const quick =
    Math.min(await measureTime(() => parse(small), 4), await measureTime(() => parse(small), 4)) / 4
  let growth = first / quick
  if (growth <= 16) return growth
  for (const floor of [FLOOR, ...Array<number>(5).fill(FLOOR * 10)]) {
    const costs = [
      await measureCost(() => parse(small), floor),
      await measureCost(() => parse(large), floor),
    ] as const
    growth = Math.min(growth, costs[1] / costs[0])
    if (growth <= 16 || (growth > CERTAIN.growth && costs[1] > CERTAIN.cost)) break
  }
  return growth
}

/** Units that are costly in bulk: blanks, separators, unclosed brackets, unsorted combining marks. */
const UNITS = [
  ' ', '\t', '\r\n', '\u2028', ';', ',', '=', '&', '?', '#', '%', '%41', '%25', '/', '//', '/./', '../', '\\', '.', '-', '- ', '+',
  '"', '\\"', "'", '<', '>', '<!--', '<a ', '<p>', '<b', '</p>', '&lt;', '&amp', '[', ']', '{"a":', '[1,', '0', '1e', '-1',
  'a', 'A ', 'a@', '@', 'a.', 'a=b&', 'a=b;', 'W/"a",', ';q=', 'br;q=1,', '::', ':', '\u0301\u0323', '\u1100\u1161', '\ufdfa', '😀',
  '\ud83d', 'token=a;', 'a,"', '""', '--b\r\n', '(', '$', '^', '*',
] // prettier-ignore

const fit = (text: string, size: number) => text.slice(0, size)

/** Named generators of a text of a given size: one unit repeated, before and after other text, and pairs of units. */
export const HOSTILE: [name: string, make: (size: number) => string][] = [
  ...UNITS.flatMap((unit): [string, (size: number) => string][] => {
    const many = (size: number) => unit.repeat(Math.ceil(size / unit.length))
    const name = JSON.stringify(unit)
    return [
      [name, (size) => fit(many(size), size)],
      [`x@${name}!`, (size) => `x@${fit(many(size), size - 3)}!`],
    ]
  }),
  ['marks in the wrong order', (size) => '\u0301'.repeat(size / 2) + '\u0323'.repeat(size / 2)],
  [
    'different fields',
    (size) => Array.from({ length: size / 5 }, (_, i) => i.toString(36).padStart(4, '0')).join('&'),
  ],
  [
    'different cookies',
    (size) => Array.from({ length: size / 7 }, (_, i) => `${i.toString(36).padStart(4, '0')}=1`).join('; '),
  ],
  ['an open string of JSON', (size) => `{"a":"${'\\"'.repeat(size / 2)}`],
]
