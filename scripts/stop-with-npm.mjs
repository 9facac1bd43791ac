import fs from 'node:fs'

/** npm passes no signal on, so this process gets a SIGTERM when npm or the shell between them is gone. Does nothing without npm. */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const readParents = () => `${process.ppid} ${readParent(process.ppid)}`
  const parents = readParents()
  const timer = setInterval(() => {
    if (readParents() === parents) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/** 0 where the system does not tell. @param {number} pid */
function readParent(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
