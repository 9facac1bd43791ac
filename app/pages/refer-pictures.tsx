import type { ReactNode } from 'react'
import './refer-pictures.css'

function Picture({ wide, children }: { wide?: boolean; children: ReactNode }) {
  const [width, height] = wide ? [320, 200] : [160, 100]
  return (
    <svg
      className={`refer-picture refer-${wide ? 'wide' : 'step'}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

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

const Phone = ({ x, y, children }: { x: number; y: number; children?: ReactNode }) => (
  <g>
    <rect x={x} y={y} width="44" height="78" rx="7" className="refer-dark" />
    <rect x={x + 4} y={y + 8} width="36" height="60" rx="3" className="refer-paper" />
    {children}
  </g>
)

export const ReferPicture = () => (
  <Picture wide>
    <path d="M40 96a124 124 0 0 1 240 0" className="refer-line" />
    <path d="M272 84l9 13 10-12" className="refer-line" />
    <Person x={62} y={118} look="refer-trust" />
    <Person x={258} y={118} look="refer-action" />
    <Phone x={138} y={92}>
      <path d="M148 112h24M148 122h16" className="refer-pen" />
      <rect x="148" y="134" width="24" height="14" rx="4" className="refer-action" />
    </Phone>
    <Coin x={112} y={58} r={17} />
    <Coin x={160} y={36} r={21} />
    <Coin x={208} y={58} r={17} />
  </Picture>
)

export const STEP_PICTURES = [
  <Picture key="share">
    <Phone x={58} y={11}>
      <rect x="66" y="26" width="28" height="12" rx="3" className="refer-gold" />
      <path d="M66 48h20M66 56h26" className="refer-pen" />
    </Phone>
    <path d="M112 40l22-12M112 52h26M112 64l22 12" className="refer-line" />
  </Picture>,
  <Picture key="join">
    <Person x={66} y={36} look="refer-trust" />
    <circle cx="112" cy="44" r="18" className="refer-action" />
    <path d="M112 35v18M103 44h18" className="refer-white" />
  </Picture>,
  <Picture key="earn">
    <path
      d="M34 34h84a8 8 0 0 1 8 8v38a8 8 0 0 1-8 8H34a8 8 0 0 1-8-8V42a8 8 0 0 1 8-8z"
      className="refer-trust"
    />
    <rect x="98" y="52" width="36" height="18" rx="9" className="refer-paper" />
    <Coin x={58} y={24} r={15} />
    <Coin x={92} y={20} r={12} />
  </Picture>,
]
