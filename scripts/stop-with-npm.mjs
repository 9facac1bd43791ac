import fs from 'node:fs'

/**
 * npm passes no signal on when it is stopped. It starts a shell, which starts this process or becomes it: when the shell or npm is
 * gone, this one gets the SIGTERM. Whoever started npm may end. Does nothing without npm.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const hasShell = isShellCommand(process.ppid)
  const readParents = () => `${process.ppid} ${hasShell ? readParent(process.ppid) : ''}`
  const parents = readParents()
  const timer = setInterval(() => {
    if (readParents() === parents) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/** `sh -c 'node scripts/start.mjs'`, not npm itself. @param {number} pid */
function isShellCommand(pid) {
  return readProcess(pid, 'cmdline').split('\0')[1] === '-c'
}

/** 0 where the system does not tell. @param {number} pid */
function readParent(pid) {
  return Number(/^PPid:\s*(\d+)/m.exec(readProcess(pid, 'status'))?.[1] ?? 0)
}

/** '' where the system does not tell. @param {number} pid @param {'cmdline' | 'status'} name */
function readProcess(pid, name) {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
