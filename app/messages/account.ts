export const accountMessages = {
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
    over: 'This code has expired. Please ask for a new one.',
    notSent: { text: 'Your code could not be sent. Please try again.' },
    resent: { text: 'A new code is on its way.' },
  },

  reset: {
    done: { text: 'Password reset successful!' },
    mismatch: { text: 'password and confirm password not match' },
    failed: { text: 'Something went wrong! Try again.' },
  },

  account: {
    othersSignedOut: { text: 'You are signed out everywhere else.' },
    loginFirst: { text: 'Please login first!' },
    noCookies: {
      text: 'Your browser keeps no cookies, so you cannot sign in. Allow them for this site, and try again.',
    },
    signedOut: { text: 'You were signed out. Please sign in again.' },
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
    otherType: 'Please select an image of type JPEG, PNG or WebP.',
    unfit: 'Please select an image of at most 24 megapixels: this one is larger, or damaged.',
    updated: { title: 'Image updated successfully!' },
    failed: { title: 'Error updating image' },
    unreadable: { title: 'Failed to fetch image.', text: 'Something went wrong.' },
    removed: { text: 'Your image is removed.' },
  },

  privacy: {
    deleted: { title: 'Your account is deleted.', text: 'Thank you for having been with us.' },
    refused: { text: 'Your account is not deleted. Please correct what is marked.' },
    confirm: 'Please confirm that your account is to be deleted.',
    forfeit: 'Please tick this first: with the account you lose {amount}.',
    onItsWay: {
      text: 'Money is on its way to you. Please wait until it has arrived, or cancel the withdrawal.',
    },
  },
} as const
