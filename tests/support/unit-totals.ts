/** Totals of a member without units. */
export const noUnits = {
  currency: 'USD',
  units: 0,
  activeUnits: 0,
  invested: 0,
  pending: 0,
  claimed: 0,
  accruing: 0,
  today: 0,
}
