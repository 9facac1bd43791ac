export const buildInvitationPath = (token: string) => `/Desk/Invitation/${token}`
