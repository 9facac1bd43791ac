const INTERVAL_MS = 60_000

interface Tab {
  isVisible(): boolean
  isOnline(): boolean
  onChange(listener: () => void): () => void
}

const browserTab: Tab = {
  isVisible: () => document.visibilityState === 'visible',
  isOnline: () => navigator.onLine,
  onChange(listener) {
    document.addEventListener('visibilitychange', listener)
    window.addEventListener('focus', listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      window.removeEventListener('focus', listener)
    }
  },
}

/** Refreshes at most once a minute, never hidden, offline or during another call. Returns a function to stop it. */
export function refreshWhileVisible(refresh: () => Promise<void>, tab = browserTab): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPending = false

  function wait() {
    clearTimeout(timer)
    if (tab.isVisible()) timer = setTimeout(ask, INTERVAL_MS)
  }
  function ask() {
    wait()
    if (isPending || !tab.isVisible() || !tab.isOnline()) return
    isPending = true
    const finish = () => {
      isPending = false
    }
    refresh().then(finish, finish)
  }

  wait()
  const ignore = tab.onChange(ask)
  return () => {
    clearTimeout(timer)
    ignore()
  }
}
