/** Fields that no form gets back: secrets, and what its page fills by itself. */
export const isLeftOut = (name: string): boolean => name === 'request_key' || /password|otp/i.test(name)
