export const ERROR_TEXTS: Partial<Record<number, [title: string, text: string]>> = {
  400: ['That did not arrive whole', 'Please go back and try once more.'],
  403: ['This did not come from our own page', 'Please open the page again and send the form again.'],
  404: ['Page not found', 'There is nothing at this address.'],
  405: ['That cannot be done here', 'Please go back and try another way.'],
  413: ['That was too much at once', 'Please go back and send less.'],
  415: ['We cannot read that', 'Please go back and use the form of the page.'],
}
