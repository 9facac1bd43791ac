import './refer-picture.css'

const Coin = ({ x, y, r }: { x: number; y: number; r: number }) => (
  <g>
    <circle cx={x} cy={y} r={r} className="refer-gold" />
    <path
      d={`M${x - r * 0.4} ${y - r * 0.45}h${r * 0.8}M${x - r * 0.4} ${y - r * 0.15}h${r * 0.8}M${x - r * 0.4} ${y - r * 0.45}h${r * 0.2}a${r * 0.3} ${r * 0.3} 0 0 1 0 ${r * 0.6}h-${r * 0.2}l${r * 0.5} ${r * 0.55}`}
      className="refer-pen"
    />
  </g>
)

const Person = ({ x, y, look }: { x: number; y: number; look: string }) => (
  <g className={look}>
    <circle cx={x} cy={y} r="15" />
    <path d={`M${x - 27} ${y + 52}v-6a27 27 0 0 1 54 0v6z`} />
  </g>
)

export const ReferPicture = () => (
  <svg className="refer-picture" viewBox="0 0 320 200" width="320" height="200" aria-hidden="true">
    <path d="M40 96a124 124 0 0 1 240 0" className="refer-line" />
    <path d="M272 84l9 13 10-12" className="refer-line" />
    <Person x={62} y={118} look="refer-paper" />
    <Person x={258} y={118} look="refer-gold" />
    <rect x="138" y="92" width="44" height="78" rx="7" className="refer-dark" />
    <rect x="142" y="100" width="36" height="60" rx="3" className="refer-paper" />
    <path d="M148 112h24M148 122h16" className="refer-pen" />
    <rect x="148" y="134" width="24" height="14" rx="4" className="refer-action" />
    <Coin x={112} y={58} r={17} />
    <Coin x={160} y={36} r={21} />
    <Coin x={208} y={58} r={17} />
  </svg>
)
