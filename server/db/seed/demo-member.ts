import { seedId } from './seed-id.ts'

/** Who anybody may sign in as in a demonstration. */
export const demoMember = {
  id: seedId('member', 'demo'),
  phone: '+6281200000001',
  password: 'demo-voltfolio',
  invitationCode: 'DEMO2026',
}
