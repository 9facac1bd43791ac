import { withBench } from './database'
import { measureCommand } from './measure-command'
import { seedShop } from './shop'
import { median } from './verdicts'

/** In seconds of CPU time. */
const TARGET = 0.4
const ROUNDS = 7

const COMMANDS = ['users find asha', 'withdrawals list', 'catalogue list', 'networks list', 'stats', '--help']

export async function run(): Promise<boolean> {
  return withBench(async (bench) => {
    const env = await seedShop(bench, 'commands')
    const medians = COMMANDS.map((command) => {
      const measureOnce = () => measureCommand(bench, env, command.split(' ')).cpuSeconds
      const times = Array.from({ length: ROUNDS }, measureOnce)
      const found = median(times)
      console.log(
        `  ${command.padEnd(18)} ${found.toFixed(2)} s of CPU (least ${Math.min(...times).toFixed(2)})`,
      )
      return found
    })
    return medians.every((seconds) => seconds <= TARGET)
  })
}
