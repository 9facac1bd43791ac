import { matchRoutes } from '@remix-run/react'
import { useEffect, useState } from 'react'

/** True if one of `actions` (paths) cannot be loaded: submitting would then reload the page and lose the input. */
export function useMissingModules(actions: string): boolean {
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    Promise.all(actions.split(' ').map(loadModules)).then(
      () => setMissing(false),
      () => setMissing(true),
    )
  }, [actions])
  return isMissing
}

/** Rejects when offline or after a new build. */
export function loadModules(path: string): Promise<unknown> {
  const { __remixManifest: manifest, __remixRouter: router } = window
  const { pathname } = new URL(path, window.location.href)
  const matches = matchRoutes(router.routes, pathname) ?? []
  return Promise.all(matches.map(({ route }) => import(/* @vite-ignore */ manifest.routes[route.id]!.module)))
}
