declare module '*.png?inline' {
  const dataUrl: string
  export default dataUrl
}

declare module '*.css?inline&index' {
  import type { CssIndex } from '~/styles/css-index'
  const index: CssIndex
  export default index
}
