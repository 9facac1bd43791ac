/** Clients and tests compare these texts literally. A test fails for each text that no other test has shown. */

export interface Message {
  title?: string
  text?: string
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

export const messages = {
  fields: {
    missing: {
      username: 'Enter your full name.',
      phone_number: 'Enter your mobile number.',
      email: 'Enter your e-mail address.',
      password: 'Enter your password.',
      new_password: 'Enter a new password.',
      confirm_password: 'Enter the new password again.',
      currentPassword: 'Enter your current password.',
      newPassword: 'Enter a new password.',
      confirmNewPassword: 'Enter the new password again.',
    },
    several: 'Please correct the {n} fields that are marked.',
    username: 'Please enter your full name (2 to 80 characters).',
    phone_number: 'Please enter a valid 10-digit mobile number.',
    email: 'Please enter a valid email address.',
    passwordLength: 'Please choose a password of 8 to 128 characters.',
    passwordCommon: 'This password is too common. Please choose another one.',
    passwordPersonal: 'Please choose a password that is not your name, number or e-mail.',
    passwordSame: 'Please choose a password that is not your current one.',
    terms: 'Please accept the terms.',
    referred_by: 'Referral code not found.',
    passwordsDiffer: 'Passwords do not match!',
    otp: 'Please enter the 4 digits of your code.',
    acc_number: 'Please enter an account number of 9 to 18 digits.',
    acc_holder_name: 'Please enter the account holder’s name (3 to 120 characters).',
    ifsc_code: 'Please enter a valid IFSC code, such as ABCD0123456.',
    bank_name: 'Please enter at most 60 characters.',
    bankCharacters: "Please use letters, digits, spaces and . , ' - / & ( ) only.",
    upi: 'Please enter a valid UPI ID, such as name@bank.',
  },

  signUp: {
    done: { title: 'Signup Successful!' },
    emailTaken: { text: 'Email already exists!' },
    phoneTaken: { text: 'Phone number already exists!' },
    bothTaken: { text: 'Both email and phone number already exist!' },
    failed: { text: 'Signup failed!' },
  },

  signIn: {
    done: { text: 'You are signed in.' },
    wrongPassword: { text: 'Wrong password! Please try again.' },
    unknownUser: { text: '❌ User does not exist. Please sign up.' },
    busy: { text: 'Login failed. Please try again.' },
  },

  otp: {
    demo: 'Demo mode: no SMS is sent. Your code is {code}.',
    wait: 'You can ask for a new code in {seconds} s',
    none: 'There is no code to enter here. Please ask for one first.',
    wrong: { title: 'Oops...', text: 'Wrong OTP. Please try again.' },
    ended: { title: 'Oops...', text: 'An error occurred during OTP verification. Please try again.' },
    over: 'This code has ended. Please ask for a new one.',
    notSent: { text: 'Your code could not be sent. Please try again.' },
    resent: { text: 'A new code is on its way.' },
  },

  reset: {
    done: { text: 'Password reset successful!' },
    mismatch: { text: 'password and confirm password not match' },
    failed: { text: 'Something went wrong! Try again.' },
  },

  failure: { title: 'Oops...', text: 'Something went wrong!' },

  network: {
    noAnswer: { text: 'Network error. Please try again.' },
    busy: { text: 'We are busy at the moment. Please try again in a few seconds.' },
    offline: 'You are offline. What you typed is still here: please send it again once you are connected.',
  },

  offline: {
    title: 'You are offline',
    text: 'This page could not be reached, and your device has no copy of it.',
    kept: 'Pages you can read now',
    none: 'Pages that you open while connected can be read here later.',
    copy: 'You are offline, or the connection is slow. This is a copy from {time}: rates and codes may have changed, and your account is not in it.',
  },

  limits: {
    tooMany: { text: 'Too many attempts. Please try again in {n} minutes.' },
  },

  account: {
    othersSignedOut: { text: 'You are signed out everywhere else.' },
    loginFirst: { text: 'Please login first!' },
    signInAgain: { text: 'You were signed out. Please sign in again: what you typed is kept.' },
    logoutTitle: 'Are you sure?',
    logoutText: 'You want to logout your account?!',
    loggedOut: { title: 'Logout!', text: 'You are logged out successfully.' },
    logoutCancelled: { text: 'Logout Cancelled' },
  },

  details: {
    changed: { text: 'Your details are saved.' },
  },

  changePassword: {
    incomplete: { text: 'All fields are required' },
    mismatch: { text: 'New password and confirm password do not match' },
    done: { text: 'Password changed successfully!' },
  },

  profileImage: {
    missing: 'Please select an image',
    tooLarge: 'Please select an image of at most 5 MB.',
    updated: { title: 'Image updated successfully!' },
    failed: { title: 'Error updating image' },
    unreadable: { title: 'Failed to fetch image.', text: 'Something went wrong.' },
    removed: { text: 'Your image is removed.' },
  },

  catalog: {
    couponNotFound: 'Coupon Not Found',
    fetchFailed: 'Failed to fetch coupons',
    storesFailed: 'Failed to load top stores',
    noOffers: 'No offers found.',
    noItemsInTab: 'No items in this tab.',
    noCoupons: 'No coupons available',
    noStores: 'No stores found',
    offerEnded: 'This offer ended on {date}.',
    offerActivated: 'Offer is activated',
  },

  store: {
    tracksInHours: 'Usually within {n} hours',
    tracksInDays: 'Usually within {n} days',
    confirms: 'Usually after about {n} days',
    appOrders: 'Orders in the store’s app count',
    noAppOrders: 'Orders in the store’s app do not count: order on its website',
    takesClaims: 'Claims for missing cashback are accepted',
    noClaims: 'Claims for missing cashback are not accepted',
    lock: 'Get Deal locks the rate of its row for that visit.',
  },

  click: {
    signInFirst: { title: 'Oops... Please login', text: 'Login first to access this offer!' },
    ended: { title: 'Click failed', text: 'This offer has ended.' },
    noTrackingUrl: { title: 'Click failed', text: 'Could not generate tracking link.' },
    hidden: { title: 'Click failed', text: 'Coupon not found' },
    tooMany: { title: 'Click failed', text: 'Too many attempts. Please try again in {n} minutes.' },
    withoutSession: 'Without signing in this visit earns no cashback.',
  },

  feedback: {
    done: 'your feedback is submitted ',
  },

  /** JSON API only; clients search for 'Email', 'Phone' and the complete text of both. */
  api: {
    tokenMissing: 'Authentication token is missing',
    userMissing: 'User ID is missing',
    emailTaken: 'Email already exists',
    phoneTaken: 'Phone number already exists',
    bothTaken: 'Both email and phone number already exist',
    bothFree: 'Both are free.',
    noProof: 'Please verify your number first.',
    clicked: 'Your visit is tracked.',
    notJson: 'This is no JSON.',
    badKey: 'An Idempotency-Key has 1 to 255 printable characters.',
    unknownCall: 'There is no such call. /api/docs lists them all.',
  },

  newsletter: {
    done: { text: 'Thank you! You are subscribed.' },
    invalid: { text: 'Please enter a valid email address.' },
    failed: { text: 'Failed to subscribe' },
    left: { text: 'You are unsubscribed.' },
    unknown: 'This link is not valid.',
  },

  withdrawal: {
    done: { title: '✅ Withdrawal successful' },
    minimum: 'The minimum withdraw amount is {least}.',
    invalidAmount: { title: '❌ Withdrawal error:', text: 'Please enter a valid amount.' },
    noDetails: { title: '❌ Withdrawal error:', text: 'Please Add Bank or Upi details First!' },
    emptyWallet: { title: '❌ Withdrawal error:', text: 'Your wallet amount is empty.' },
    overBalance: { title: '❌ Withdrawal error:', text: 'You can enter up to ₹{balance} only.' },
    inHoldingPeriod: {
      title: '❌ Withdrawal error:',
      text: '₹{amount} in your wallet is confirmed and withdrawable from {date}.',
    },
    onHold: {
      title: '❌ Withdrawal error:',
      text: 'For your safety withdrawals are on hold until {time}, because {reason}.',
    },
    belowMinimum: {
      title: '❌ Withdrawal error:',
      text: 'Withdrawals start at {least}: less cannot be paid out.',
    },
    tooManyToday: {
      title: '❌ Withdrawal error:',
      text: 'Today’s limit of withdrawals ({n}) is reached. Please try again tomorrow.',
    },
    keyReused: {
      title: '❌ Withdrawal error:',
      text: 'This request was already made, for {amount}. Nothing more was withdrawn.',
    },
    failed: { title: '❌ Withdrawal error:', text: 'Something went wrong.' },
    unexpected: { title: '❌ Withdrawal error:', text: 'Unexpected response from server' },
    holdAhead:
      'Withdrawals are on hold for {hours} hours after you change your bank or UPI details, add a second way to be paid, or reset your password.',
    cancelled: { title: 'Withdrawal cancelled', text: '{amount} is back in your wallet.' },
    tooLate: {
      title: '❌ Withdrawal error:',
      text: 'This withdrawal can no longer be cancelled: it is being paid or has ended.',
    },
    unknown: { title: '❌ Withdrawal error:', text: 'There is no such withdrawal.' },
  },

  payoutDetails: {
    confirmed: { text: 'Your password is confirmed for 15 minutes.' },
    needsPassword: 'Please sign in with your password to change payout details.',
    bankNotAdded: { title: 'Error adding bank details!', text: 'Something went wrong.' },
    bankNotChanged: { title: 'Error updating bank details!', text: 'Something went wrong.' },
    upiNotAdded: { title: 'Error adding UPI details!', text: 'Something went wrong.' },
    upiNotChanged: { title: 'Error updating UPI details!', text: 'Something went wrong.' },
    noDetails: { text: 'Please Add Bank or Upi details First!' },
    added: { title: 'Added Successfully!' },
    bankChanged: { title: 'Updated Successfully!' },
    upiChanged: { title: 'updated Successfully!' },
  },

  notifications: {
    empty: 'Nothing new. We tell you here when your money moves.',
    failed: 'Failed to load transactions',
    none: { text: 'This notification is no longer there.' },
  },

  privacy: {
    deleted: { title: 'Your account is deleted.', text: 'Thank you for having been with us.' },
    confirm: 'Please confirm that your account is to be deleted.',
    forfeit: 'Please tick this first: with the account you lose {amount}.',
    onItsWay: {
      text: 'Money is on its way to you. Please wait until it has arrived, or cancel the withdrawal.',
    },
  },

  history: {
    empty: 'No transactions yet',
    failed: 'Failed to load transactions',
  },
} as const
