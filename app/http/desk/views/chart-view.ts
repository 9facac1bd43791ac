import type { Bar, Chart } from '~/desk/chart'

/** A part of the height or width, from 0 to 1, with three decimals. */
type Part = number

export interface LineView {
  label: string
  words: string
  /** Heights from the bottom, from left to right over the whole width, of which a shorter line takes a part. */
  heights: readonly Part[]
}

export interface BarView {
  label: string
  words: string
  /** From `from` to `to`: up from zero, or down for a negative value. */
  from: Part
  to: Part
}

export type ChartView =
  | (Omit<Extract<Chart, { kind: 'lines' }>, 'lines'> & { lines: readonly LineView[]; steps: number })
  | (Omit<Extract<Chart, { kind: 'columns' }>, 'bars'> & { bars: readonly BarView[] })
  | (Omit<Extract<Chart, { kind: 'bars' }>, 'bars'> & { bars: readonly BarView[] })

const findEnds = (values: readonly bigint[]) => ({
  least: values.reduce((low, value) => (value < low ? value : low), 0n),
  most: values.reduce((high, value) => (value > high ? value : high), 0n),
})

/** From the least value to the greatest one, with zero always within. */
function makeScale(values: readonly bigint[]): (value: bigint) => Part {
  const { least, most } = findEnds(values)
  const whole = most - least
  return (value) => (whole === 0n ? 0 : Number(((value - least) * 1000n) / whole) / 1000)
}

function toBars(bars: readonly Bar[]): BarView[] {
  const scale = makeScale(bars.map(({ value }) => value))
  const zero = scale(0n)
  return bars.map(({ label, words, value }) => {
    const end = scale(value)
    return { label, words, from: Math.min(zero, end), to: Math.max(zero, end) }
  })
}

/** What the browser draws: nothing but parts, as no number there has to be exact. */
export function toChartView(chart: Chart): ChartView {
  if (chart.kind !== 'lines') return { ...chart, bars: toBars(chart.bars) }
  const scale = makeScale(chart.lines.flatMap(({ values }) => values))
  return {
    ...chart,
    steps: Math.max(1, ...chart.lines.map(({ values }) => values.length - 1)),
    lines: chart.lines.map(({ label, words, values }) => ({ label, words, heights: values.map(scale) })),
  }
}
