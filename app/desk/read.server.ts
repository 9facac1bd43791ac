/** Reads of the desk. */
export const readAtDesk = <Value>(work: () => Promise<Value>): Promise<Value> => work()
