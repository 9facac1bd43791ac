import './desk.css'

type Tone = 'good' | 'open' | 'bad' | 'plain'

const GOOD =
  /^(?:done|paid|active|approved|credited|answered|live|verified|settled|matched|fetched|delivered)$/
const OPEN =
  /^(?:requested|processing|pending|received|sent|waiting|tracked|quarantined|open|invited|unknown|partly|running|not ended|new)$/
const BAD =
  /^(?:failed|refused|rejected|reversed|declined|cancelled|disabled|interrupted|returned|expired|dismissed|upheld|late)$/

function findTone(state: string): Tone {
  if (GOOD.test(state)) return 'good'
  if (OPEN.test(state)) return 'open'
  return BAD.test(state) ? 'bad' : 'plain'
}

export const StateMark = ({ text, tone = findTone(text) }: { text: string; tone?: Tone }) =>
  text && <span className={`desk-state desk-state-${tone}`}>{text}</span>
