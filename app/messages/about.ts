/** The paragraphs of About. Operators may change each (docs/rules.md#69). */
export const aboutMessages = {
  gateway:
    'DealDwaar lists coupons, offers and deals of online stores that deliver in India. ‘Dwaar’ is Hindi for gateway: you pass through us on your way to a store, and get cashback for it. That is all we mean by our line, ‘Your Gateway to Great Deals’.',
  'step-1': 'You sign up with your mobile number and follow an offer from here to the store.',
  'step-2': 'You buy there as usual. The store’s network tells us of the order, and cashback is added.',
  'step-3': 'Once the store has confirmed it, you withdraw to your bank account or UPI.',
  fees: 'Using DealDwaar is free of fees: no joining fee, no monthly fee, no fee for a withdrawal.',
  earning:
    'Our links to stores are affiliate links. When you follow one and buy, the store or its network pays us a commission. We give the rate that you see on the offer to you as cashback. You pay the store’s own price, and nothing to us. A commission never buys a place in a list, and no offer here is an advertisement that looks like something else.',
  lists:
    'Popular and top mean one thing: how often people followed the offer or store in the last 30 days. Where that is equal, what has been here for a week comes first, then what pays you more, then stores that have been checked, then the newest. The two are counted for everybody in the same way.',
  'promise-1': 'The rate you saw when you clicked is the rate you get. A later change never lowers it.',
  'promise-2': 'An offer that has ended says so, and no longer takes clicks.',
  'promise-3': 'Only stores that have been checked are marked ‘Verified’.',
  'promise-4': 'No countdown of ours is invented: the flash sale ends at midnight in India.',
  'promise-5': 'We ask for no more of your data than cashback needs, and sell none of it.',
  questions: 'Questions? {contact}, read the {terms}, or see {sharing}.',
}
