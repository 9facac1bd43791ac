import { useLocation } from '@remix-run/react'
import { useEffect, useReducer, useState, useSyncExternalStore, type MouseEvent } from 'react'
import { pushMessages } from '~/messages/push'
import { failure } from '~/messages/notice'
import { paths } from '~/paths'
import { PostForm } from '~/components/ui/form'
import { NoticeBox } from '~/components/ui/notice'
import { Submit } from '~/components/ui/submit'
import { isSubscribed, readPushSupport, subscribeBrowser, type PushSupport } from './subscribe-browser'

const { push } = pushMessages

const subscribeToNothing = () => () => {}

interface PushPanelProps {
  publicKey: string
  /** The server knows a subscription for this key. */
  isOn: boolean
}

export function PushPanel({ publicKey, isOn: isStored }: PushPanelProps) {
  // No button before hydration, because it would do nothing.
  const support = useSyncExternalStore<PushSupport>(subscribeToNothing, readPushSupport, () => 'unsupported')
  const [, readAgain] = useReducer((times: number) => times + 1, 0)
  const isOn = useBrowserAnswer(publicKey, isStored, support)
  return (
    <section className="panel stack" aria-labelledby="push-title" id="push">
      <h2 id="push-title">Notifications on this device</h2>
      <p>{isOn && support !== 'blocked' ? push.isOn : push.about}</p>
      {support !== 'ready' && !isOn && <p className="muted">{push[support]}</p>}
      {support === 'blocked' && isOn && <p className="muted">{push.blocked}</p>}
      {isOn ? (
        <PostForm form="push-stop" action={paths.stopPush} className="form-buttons">
          <Submit className="button">Turn off</Submit>
        </PostForm>
      ) : (
        support === 'ready' && <StartForm publicKey={publicKey} onBlocked={readAgain} />
      )}
    </section>
  )
}

/** False once the browser has said that it shows no messages for this key. */
function useBrowserAnswer(publicKey: string, isStored: boolean, support: PushSupport): boolean {
  const [isLost, setLost] = useState(false)
  const { key } = useLocation()
  useEffect(() => {
    if (!isStored || support !== 'ready') return
    let isShown = true
    isSubscribed(publicKey).then(
      (isOn) => isShown && setLost(!isOn),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [publicKey, isStored, support, key])
  return isStored && !isLost
}

const FIELDS = ['endpoint', 'p256dh', 'auth']

function StartForm({ publicKey, onBlocked }: { publicKey: string; onBlocked: () => void }) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')

  async function start(form: HTMLFormElement) {
    setState('asking')
    const address = await subscribeBrowser(publicKey)
    setState('idle')
    if (!address) return onBlocked()
    for (const [name, value] of Object.entries(address))
      (form.elements.namedItem(name) as HTMLInputElement).value = value
    form.requestSubmit()
  }

  const onClick = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (state !== 'asking') void start(form!).catch(() => setState('failed'))
  }

  return (
    <PostForm form="push" action={paths.startPush}>
      {state === 'failed' && <NoticeBox notice={failure(push.failed)} />}
      {FIELDS.map((name) => (
        <input key={name} type="hidden" name={name} />
      ))}
      <div className="form-buttons">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={state === 'asking' || undefined}
          onClick={onClick}
        >
          Turn on
        </button>
      </div>
    </PostForm>
  )
}
