/** What the gallery's QR code says. */
export const invitation = 'https://voltfolio.example/#/pages/register/register?invitationCode=VOLT2026'
