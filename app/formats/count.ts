/** '1 withdrawal', '2 withdrawals'. */
export const formatCount = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`
