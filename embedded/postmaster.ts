import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning } from './watch'

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

export function isAccepting(port: number): Promise<boolean> {
  if (!port) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function readPidLine(folder: string, index: number): string {
  try {
    return fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[index]?.trim() ?? ''
  } catch {
    return ''
  }
}

export const readPid = (folder: string) => Number(readPidLine(folder, 0)) || 0
export const readServerPort = (folder: string) => Number(readPidLine(folder, 3)) || 0

/** Waits while PostgreSQL starts or stops: it then accepts connections only to refuse them (57P03). */
export async function isServing(folder: string): Promise<boolean> {
  while (await isAccepting(readServerPort(folder))) {
    if (readPidLine(folder, 7) === 'ready') return true
    if (!isRunning(readPid(folder))) return false
    await sleep(50)
  }
  return false
}

export async function findRunning(dataDir: string): Promise<string | null> {
  const folder = clusterFolder(dataDir)
  const port = readServerPort(folder)
  return (await isAccepting(port)) ? buildUrl(folder, port) : null
}

export function findRunningPid(dataDir: string): number {
  const pid = readPid(clusterFolder(dataDir))
  return pid && isRunning(pid) ? pid : 0
}

export const logPath = (folder: string) => path.join(folder, 'server.log')
export const clusterFolder = (dataDir: string) => path.resolve(dataDir, 'postgres')
export const buildUrl = (folder: string, port: number) =>
  `postgres://app:${fs.readFileSync(path.join(folder, 'app.password'), 'utf8').trim()}@127.0.0.1:${port}/postgres`
