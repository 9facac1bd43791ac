/** The detail page's own texts: English, and Spanish for campaigns of locale 'es' (decisions.md 20). */
const en = {
  cashback: 'cashback',
  verified: 'Verified',
  until: 'Until {date}',
  code: 'Coupon code',
  getDeal: 'Get Deal',
  signInFirst: 'Login first, so that your cashback finds you.',
  disclosure: 'Affiliate link: the store pays us a commission. You pay nothing extra.',
  about: 'About this offer',
  terms: 'Terms',
  didItWork: 'Did it work?',
  yes: 'Yes',
  no: 'No',
  stats: '{percentage}% say yes ({yesCount} yes, {noCount} no)',
  noVotes: 'No votes yet.',
  goBack: 'Go Back',
  share: 'WhatsApp Share',
  ended: 'This offer ended on {date}.',
  related: 'Related coupons',
  all: 'All offers of {brand}',
  /** A date as app/dates.ts writes it. */
  date: (text: string) => text,
}

export type DetailTexts = typeof en

const MONTHS: Record<string, string> = {
  Jan: 'ene',
  Feb: 'feb',
  Mar: 'mar',
  Apr: 'abr',
  May: 'may',
  Jun: 'jun',
  Jul: 'jul',
  Aug: 'ago',
  Sep: 'sep',
  Oct: 'oct',
  Nov: 'nov',
  Dec: 'dic',
}

const es: DetailTexts = {
  cashback: 'de reembolso',
  verified: 'Verificado',
  until: 'Hasta el {date}',
  code: 'Código de descuento',
  getDeal: 'Obtener oferta',
  signInFirst: 'Inicia sesión primero para que tu reembolso te encuentre.',
  disclosure: 'Enlace de afiliado: la tienda nos paga una comisión. Tú no pagas nada de más.',
  about: 'Sobre esta oferta',
  terms: 'Condiciones',
  didItWork: '¿Te ha funcionado?',
  yes: 'Sí',
  no: 'No',
  stats: 'Al {percentage}% le funcionó ({yesCount} sí, {noCount} no)',
  noVotes: 'Aún no hay votos.',
  goBack: 'Volver',
  share: 'Compartir por WhatsApp',
  ended: 'Esta oferta terminó el {date}.',
  related: 'Cupones relacionados',
  all: 'Todas las ofertas de {brand}',
  date: (text) => text.replace(/[A-Z][a-z]{2}/, (month) => MONTHS[month] ?? month),
}

export const detailTexts = (locale: string): DetailTexts => (locale === 'es' ? es : en)
