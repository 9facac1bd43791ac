import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { useRoot } from '~/components/layout/root-data'

/** Milliseconds in which a click is recorded, which happens before the store answers. */
const RECORD_MS = 2000

export function useReadAgain(): () => void {
  const { flash } = useRoot()
  const isRecorded = flash?.visit !== undefined
  const { revalidate } = useRevalidator()
  // A page that cannot be read again would become an error.
  const read = useCallback(() => {
    fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => ok && revalidate(),
      () => {},
    )
  }, [revalidate])
  const hasLeft = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => {
    const back = () => {
      if (hasLeft.current && !isRecorded && document.visibilityState === 'visible') read()
    }
    document.addEventListener('visibilitychange', back)
    return () => {
      document.removeEventListener('visibilitychange', back)
    }
  }, [read, isRecorded])
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    hasLeft.current = true
    timer.current = setTimeout(read, RECORD_MS)
  }
}
