/** <flash-sale> counts down to the browser's midnight, then takes the link's target away (docs/rules.md#13). */
import { formatClock, localMidnight, percentOfDay, secondsUntil } from '~/platform/formats/clock'

function show(sale: HTMLElement, left: number) {
  sale.querySelector('time')!.textContent = formatClock(left)
  sale.querySelector('progress')!.value = percentOfDay(left)
  if (left > 0) return
  sale.querySelector('p > span')!.textContent = 'This sale has ended'
  const link = sale.querySelector<HTMLAnchorElement>('.button')!
  link.removeAttribute('href')
  link.role = 'link'
  link.ariaDisabled = 'true'
}

if (!import.meta.env.SSR)
  customElements.define(
    'flash-sale',
    class extends HTMLElement {
      #timer: ReturnType<typeof setInterval> | undefined

      connectedCallback() {
        const saleEnd = new Date(this.querySelector('time')!.dateTime)
        // An old copy of the page: the sale that it shows is over.
        const end = secondsUntil(saleEnd) === 0 ? saleEnd : localMidnight(new Date())
        const tick = () => show(this, secondsUntil(end))
        this.#timer = setInterval(tick, 1000)
        tick()
        this.addEventListener('click', (event) => {
          if (secondsUntil(end) === 0) event.preventDefault()
        })
      }

      disconnectedCallback() {
        clearInterval(this.#timer)
      }
    },
  )
