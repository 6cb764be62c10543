import { seedId } from './seed-id.ts'

/** The member that everybody can sign in as in a demonstration. */
export const demoMember = {
  id: seedId('member', 'demo'),
  phone: '+6281200000001',
  password: 'demo-voltfolio',
  invitationCode: 'DEMO2026',
}
