import { useEffect, useRef, useState, type RefObject } from 'react'
import { Section } from '~/components/ui/section'
import './steps.css'
import '~/components/ui/card-grid.css'

/** In ms (docs/rules.md#18). */
const SKELETON_MS = 3000

interface Step {
  picture: string
  title: string
  text: string
}

const STEPS: Step[] = [
  {
    picture: '/steps/shop.svg',
    title: '1. Sign up and shop',
    text: 'Find a store here and follow our link to it. Pay there as usual.',
  },
  {
    picture: '/steps/earn.svg',
    title: '2. Earn cashback',
    text: 'Cashback is added to your wallet on every successful purchase.',
  },
  {
    picture: '/steps/withdraw.svg',
    title: '3. Withdraw',
    text: 'Withdraw your cashback to your bank account or UPI.',
  },
]

export const HOW_IT_WORKS = 'how-it-works'

export function Steps({ lazy = false }: { lazy?: boolean }) {
  const ref = useRef<HTMLUListElement>(null)
  const waiting = useWaiting(ref)
  return (
    <Section title="How It Works" id={HOW_IT_WORKS}>
      <ul ref={ref} className="steps card-grid-thirds" aria-busy={waiting || undefined}>
        <StepCards steps={STEPS} lazy={lazy} />
      </ul>
    </Section>
  )
}

export const StepCards = ({ steps, lazy }: { steps: Step[]; lazy: boolean }) =>
  steps.map(({ picture, title, text }) => (
    <li key={title} className="card card-body step">
      <img loading={lazy ? 'lazy' : undefined} src={picture} alt="" width={192} height={128} />
      <h3>{title}</h3>
      <p className="muted text-small">{text}</p>
    </li>
  ))

function useWaiting(ref: RefObject<HTMLElement>): boolean {
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    const pictures = [...ref.current!.querySelectorAll('img')]
    const look = () => setWaiting(pictures.some((picture) => !picture.complete))
    look()
    const giveUp = setTimeout(done, SKELETON_MS)
    for (const picture of pictures) for (const end of ENDS) picture.addEventListener(end, look)
    function done() {
      setWaiting(false)
      clearTimeout(giveUp)
      for (const picture of pictures) for (const end of ENDS) picture.removeEventListener(end, look)
    }
    return done
  }, [ref])
  return waiting
}

const ENDS = ['load', 'error']
