const DAY_SECONDS = 86_400

export const formatClock = (seconds: number) =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')

export const localMidnight = (now: Date) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)

export const secondsUntil = (time: Date) => Math.max(0, Math.ceil((time.getTime() - Date.now()) / 1000))

export const percentOfDay = (secondsLeft: number) => Math.round((1 - secondsLeft / DAY_SECONDS) * 100)
