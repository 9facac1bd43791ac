import type { Topic } from './operation'
import { hold, holdEach, release } from './users/holds'
import { find, list, show, writeStatement } from './user-look'
import { lift } from './user-departures'
import { erase, exportData, unsubscribe } from './users/requests'

export const topic: Topic = {
  title: 'Members',
  operations: [
    list,
    find,
    show,
    hold,
    holdEach,
    release,
    lift,
    writeStatement,
    exportData,
    erase,
    unsubscribe,
  ],
  examples: `
Examples:
  $ users find asha
  $ users find 00001
  $ users show 1001
  $ users hold 1001 --days 3 --reason "of a check of your last sales"
  $ users release 1001
  $ users lift 9000000001 --reason "the number was somebody else’s"
  $ users statement 9000000001 --out statement.csv

Requests in writing, with the same effect as the self-service actions:
  $ users export 9000000001 --out asha.json
  $ users erase 9000000001
  $ users unsubscribe asha@demo.example`,
}
