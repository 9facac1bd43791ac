declare module '*?worker-script' {
  const script: string
  export default script
}
