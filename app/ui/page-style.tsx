/** First: Vite and navigations add sheets in any order. */
export const LAYERS = '@layer theme,base,components,utilities;'

/** The server's, in case an error makes React render the document again. */
const css = import.meta.env.SSR ? LAYERS : (document.getElementById('css')?.textContent ?? LAYERS)

export const PageStyle = () => (
  <style id="css" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
)
