/** The member every demo starts with, printed at the server's start; offered only where the server says that it is a demo. */
export const demoMember = { phone: '+6281200000001', password: 'demo-voltfolio' }
