/** Must come before all sheets, which Vite and navigations add in any order. */
export const LAYERS = '@layer theme,base,components,utilities;'

/** Keeps the server's CSS in case an error makes React render the document again. */
const css = import.meta.env.SSR ? LAYERS : (document.getElementById('css')?.textContent ?? LAYERS)

export const PageStyle = () => (
  <style id="css" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
)
