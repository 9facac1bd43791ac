import { useId, type ReactNode } from 'react'
import type { BarView, ChartView, LineView } from '~/http/desk/views/chart-view'
import './chart.css'

const WIDTH = 320
const HEIGHT = 96
/** Room for half of a line's width. */
const EDGE = 2

const toY = (part: number) => Math.round((EDGE + (1 - part) * (HEIGHT - 2 * EDGE)) * 10) / 10

const round = (value: number) => Math.round(value * 10) / 10

function buildPoints({ heights }: LineView, steps: number): string {
  // One day alone is a line, too.
  const points = heights.length === 1 ? [heights[0]!, heights[0]!] : heights
  return points.map((part, i) => `${round((i * WIDTH) / steps)},${toY(part)}`).join(' ')
}

type Lines = Extract<ChartView, { kind: 'lines' }>

const LineChart = ({ chart: { title, lines, ends, steps } }: { chart: Lines }) => (
  <Drawing
    title={title}
    words={lines.map(({ label, words }) => `${label}: ${words}`).join('. ')}
    caption={lines.map(({ label, words }, i) => (
      <span key={label} className={i === 0 ? undefined : 'muted'}>
        <span className={`desk-chart-key desk-chart-key-${KEYS[i]}`} /> {label}: {words}
      </span>
    ))}
    ends={ends}
  >
    {[1, 0].map((i) => (
      <polyline
        key={i}
        className={`desk-chart-${KEYS[i]}`}
        points={buildPoints(lines[i]!, steps)}
        vectorEffect="non-scaling-stroke"
      />
    ))}
  </Drawing>
)

const KEYS = ['now', 'before'] as const

type Columns = Extract<ChartView, { kind: 'columns' }>

function ColumnChart({ chart: { title, words, bars } }: { chart: Columns }) {
  const step = WIDTH / bars.length
  const gap = bars.length > 20 ? 1 : 3
  return (
    <Drawing title={title} words={words} caption={words} ends={[bars[0]!.label, bars.at(-1)!.label]}>
      {bars.map(({ label, words: own, from, to }, i) => (
        <rect
          key={label}
          className="desk-chart-column"
          x={round(i * step)}
          y={toY(to)}
          width={round(step - gap)}
          height={round(Math.max(toY(from) - toY(to), 1))}
        >
          <title>{`${label}: ${own}`}</title>
        </rect>
      ))}
    </Drawing>
  )
}

interface DrawingProps {
  title: string
  words: string
  caption: ReactNode
  ends: readonly [string, string]
  children: ReactNode
}

function Drawing({ title, words, caption, ends: [first, last], children }: DrawingProps) {
  const id = useId()
  return (
    <figure className="desk-chart desk-chart-drawn">
      <figcaption>
        <strong>{title}</strong> {caption}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title ${id}-words`}
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-words`}>{words}</desc>
        {children}
      </svg>
      <p className="desk-chart-ends muted">
        <span>{first}</span> <span>{last}</span>
      </p>
    </figure>
  )
}

type Bars = Extract<ChartView, { kind: 'bars' }>

/** A list with the numbers as text; the bars only repeat them. */
const BarChart = ({ chart: { title, bars } }: { chart: Bars }) => (
  <figure className="desk-chart">
    <figcaption>
      <strong>{title}</strong>
    </figcaption>
    <ul className="desk-chart-rows">
      {bars.map((bar, i) => (
        <li key={i}>
          <span>{bar.label}</span> <span className="desk-chart-number">{bar.words}</span>
          <BarLine bar={bar} />
        </li>
      ))}
    </ul>
  </figure>
)

const BarLine = ({ bar: { from, to } }: { bar: BarView }) => (
  <svg viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
    <rect className="desk-chart-column" x={from * 1000} width={Math.max((to - from) * 1000, 2)} height="8" />
  </svg>
)

export const Charts = ({ charts }: { charts: readonly ChartView[] }) =>
  charts.length > 0 && (
    <div className="desk-charts">
      {charts.map((chart) =>
        chart.kind === 'lines' ? (
          <LineChart key={chart.name} chart={chart} />
        ) : chart.kind === 'columns' ? (
          <ColumnChart key={chart.name} chart={chart} />
        ) : (
          <BarChart key={chart.name} chart={chart} />
        ),
      )}
    </div>
  )
