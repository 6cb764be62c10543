import type { CatalogueProduct } from '#server/features/products/offers/catalogue-file.ts'

const words = { en: 'A scooter', id: 'Skuter', ar: 'سكوتر' }

export const catalogueCategory = {
  id: 'new-scooters',
  parent: null,
  kind: 'vehicle',
  name: words,
  art: 'scooter',
} as const

/** A product as a catalogue's file has it, of the operator `new-operator`. */
export const catalogueProduct: CatalogueProduct = {
  device: 'VF-NEW-1',
  kind: 'vehicle',
  category: 'new-scooters',
  operator: 'new-operator',
  name: 'Kijang N1',
  edition: 'One year',
  art: 'scooter',
  picture: null,
  description: words,
  specification: [{ label: { en: 'Range', id: 'Jarak tempuh' }, value: '110 km' }],
  offer: 'open',
  isFeatured: false,
  price: 3000,
  dailyIncome: 10,
  totalReturn: 3650,
  yieldRate: 12_166,
  validityDays: 365,
  settlementType: 0,
  purchaseLimit: 0,
  levelNeeded: 0,
  giftPoints: 0,
  cancellationHours: 48,
  machine: {
    unitsTotal: 10,
    unitsKept: 2,
    memberShareBp: 6000,
    place: 'Menteng, Jakarta',
    latitude: -6.2,
    longitude: 106.8,
    timeZone: 'Asia/Jakarta',
  },
}
