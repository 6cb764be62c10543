import { onServer } from './on-server.ts'

/** Rewards for invitations. */
export const invitations = [
  onServer({
    name: 'a reward that was received is received again',
    file: 'server/features/team/rewards.ts',
    from: "if (reward.receivedAt !== null) throw new DomainError('nothing_to_claim')",
    to: '',
    test: 'invitation-rewards',
    caughtBy: 'receiving moves the coins once: repeated, from two devices, on a later day',
  }),
  onServer({
    name: 'two receipts of a reward read it at once',
    file: 'server/features/team/rewards.ts',
    from: '.forUpdate()',
    to: '',
    test: 'two-at-once',
    caughtBy: 'receipts of one invitation reward move its coins once',
  }),
  onServer({
    name: 'anybody receives a reward',
    file: 'server/features/team/rewards.ts',
    from: 'const reward = await rewardsOf(db, memberId)',
    to: 'const reward = await rewardsOf(db, memberId)\n    .clearWhere()',
    test: 'invitation-rewards',
    caughtBy: "another member's reward can't be received, and stays theirs",
  }),
  onServer({
    name: 'a receipt is not noted',
    file: 'server/features/team/rewards.ts',
    from: 'set({ receivedAt })',
    to: 'set({ receivedAt: null })',
    test: 'invitation-rewards',
    caughtBy: 'receiving moves the coins once: repeated, from two devices, on a later day',
  }),
  onServer({
    name: 'a registration makes no reward',
    file: 'server/features/auth/registering.ts',
    from: 'if (inviterId) await',
    to: 'if (!inviterId) await',
    test: 'invitation-rewards',
    caughtBy: 'a registration pays nothing; it makes one reward, and a message in their own language',
  }),
  onServer({
    name: 'what a few topped up is told',
    file: 'server/features/team/rules.ts',
    from: 'waiting() < needed',
    to: 'waiting() < 1',
    test: 'team',
    caughtBy: 'tells what five or more topped up until Monday, also those who left, and nothing below',
  }),
]
