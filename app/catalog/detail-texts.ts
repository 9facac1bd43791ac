/** The detail page's own texts: English, and Spanish for campaigns of locale 'es' (decisions.md 20). */
const en = {
  cashback: 'cashback',
  verified: 'Verified',
  until: 'Until {date}',
  code: 'Coupon code',
  getDeal: 'Get Deal',
  signInFirst: 'Login first, so that your cashback finds you.',
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
}

export type DetailTexts = typeof en

const es: DetailTexts = {
  cashback: 'de reembolso',
  verified: 'Verificado',
  until: 'Hasta el {date}',
  code: 'Código de descuento',
  getDeal: 'Obtener oferta',
  signInFirst: 'Inicia sesión primero para que tu reembolso te encuentre.',
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
}

export const detailTexts = (locale: string): DetailTexts => (locale === 'es' ? es : en)
