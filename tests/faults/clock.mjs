// Loaded into a server by --import: SIGWINCH sets its clock an hour ahead, and the next one back.
const now = Date.now
let ahead = 0
process.on('SIGWINCH', () => (ahead = ahead ? 0 : 3_600_000))

Date.now = () => now() + ahead
globalThis.Date = new Proxy(Date, {
  construct: (real, given, made) => Reflect.construct(real, given.length ? given : [now() + ahead], made),
})
