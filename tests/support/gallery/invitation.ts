/** Text of the gallery's QR code. */
export const invitation = 'https://voltfolio.example/#/pages/register/register?invitationCode=VOLT2026'
