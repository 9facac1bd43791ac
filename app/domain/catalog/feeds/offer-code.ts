import { findIdProblem } from '~/platform/formats/identifiers'
import { withPlainMarks } from '~/platform/formats/pasted'

/** What networks write in place of a code, by language; compared by letters and digits alone. */
const NO_CODE = `
  no, no code, no codes, no code required, no code needed, no code necessary, no code available, no coupon, no coupon required,
  no coupon needed, no coupon code, no coupon code required, no coupon code needed, no promo code, no promo code required,
  no promo code needed, no voucher code, no voucher code required, no voucher required, no discount code, code not required,
  code not needed, code not necessary, code not available, coupon not required, coupon not needed, coupon code not required,
  coupon code not needed, promo code not required, promo code not needed, voucher code not required, without code,
  not required, not needed, not necessary, no need, no need of code, doesn't need a code, auto applied, auto apply,
  automatically applied, applied automatically
  не нужен, не нужна, не требуется, код не нужен, код не требуется, промокод не нужен, промокод не требуется, купон не нужен,
  без кода, без промокода, нет, нет кода
  не потрібен, не потрібно, код не потрібен, промокод не потрібен, без коду, без промокоду, немає
  kein, keiner, kein code, kein code nötig, kein code notwendig, kein code erforderlich, kein gutschein nötig, kein gutscheincode,
  kein gutscheincode nötig, kein gutscheincode erforderlich, kein rabattcode, kein rabattcode nötig, ohne code,
  ohne gutscheincode, nicht nötig, nicht erforderlich, entfällt
  aucun, aucun code, aucun code requis, aucun code nécessaire, pas de code, pas de code requis, pas de code nécessaire,
  pas besoin de code, code non requis, code non nécessaire, sans code, sans code promo, non requis, non nécessaire
  ninguno, ningún código, sin código, sin cupón, no requiere código, no se requiere código, no necesita código,
  no es necesario código, código no requerido, código no necesario, no requerido, no necesario, no requiere
  nenhum, nenhum código, sem código, sem cupom, não requer código, não precisa de código, não é necessário código,
  código não necessário, não necessário, não requer
  nessuno, nessun codice, nessun codice richiesto, nessun codice necessario, senza codice, codice non richiesto,
  codice non necessario, non richiesto, non necessario
  geen, geen code, geen code nodig, geen code vereist, geen kortingscode, geen kortingscode nodig, zonder code, niet nodig,
  niet vereist
  brak, brak kodu, bez kodu, kod nie jest wymagany, kod niepotrzebny, nie wymaga kodu, nie dotyczy, niepotrzebny
  yok, kod yok, kod gerekmez, kod gerekmiyor, kod gerekli değil, gerekmez, kodsuz
  ingen, ingen kod, ingen kod krävs, ingen kode, ingen kode nødvendig, ingen kode påkrevd, behövs ej
  tanpa kode, tidak perlu kode, không cần mã, không có mã
  कोई कोड नहीं, कोड नहीं, कोड नहीं चाहिए, कोड की आवश्यकता नहीं, कोड की आवश्यकता नहीं है, कोड की ज़रूरत नहीं,
  कोड की ज़रूरत नहीं है, कोड आवश्यक नहीं, कोड आवश्यक नहीं है, आवश्यक नहीं
  无, 无需代码, 无需优惠码, 不需要, 不需要优惠码, 無, 無需代碼, 無需優惠碼, コード不要, クーポン不要, 不要, なし, 코드 필요 없음, 없음
  لا يوجد, بدون كود, لا يحتاج كود`

const toKey = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const NO_CODE_KEYS = new Set(NO_CODE.split(/[,\n]/).map(toKey).filter(Boolean))

/** The code that a shopper types, or null for a text that says that none is needed. A code such as NOCODE10 stays. */
export function readOfferCode(text: string): string | null {
  const code = withPlainMarks(text)
  const hasNone = findIdProblem(code) === 'placeholder' || NO_CODE_KEYS.has(toKey(code))
  return hasNone || /^#?n\/?a!?$/i.test(code) ? null : code
}
