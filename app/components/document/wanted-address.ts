/**
 * Loads the page that a link leads to where its script is gone, as after a release. Remix would reload the page
 * of before, and does so in browsers without the Navigation API.
 */
export function loadWantedAddress(): void {
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', (event: Event & { navigationType?: string }) => {
    if (event.navigationType !== 'reload') return
    const location = window.__remixRouter?.state.navigation.location
    if (!location) return
    event.preventDefault()
    window.location.assign(location.pathname + location.search + location.hash)
  })
}
